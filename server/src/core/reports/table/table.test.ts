import type { DescribedChannel } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Sample, TelemetryValue } from "../../telemetry/index.ts";
import { layOut, type PlacedDevice } from "./columns.ts";
import { csvTable } from "./csv-table.ts";
import { headingsOf } from "./headings.ts";
import { intervalRows } from "./interval-rows.ts";
import { LocalTimes } from "./local-times.ts";
import { rawRows } from "./raw-rows.ts";
import { allRows } from "./rows.ts";
import type { Row, Table } from "./table.ts";

const channel = (key: string, unit = "", name = key): DescribedChannel => ({
  ...{ key, unit, name, kind: "number", isDescribed: true, order: 0 },
});
const device = (name: string, ...channels: DescribedChannel[]) => ({ id: name as DeviceId, name, channels });
const sample = (ts: number, value: TelemetryValue): Sample => ({ ts: epochMs(ts), value });
const never = new AbortController().signal;

async function all<T>(pieces: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const some of pieces) found.push(...some);
  return found;
}

test("[SCH2] a channel is one column, and one more where a device measures it in another unit", () => {
  const [a, b] = [device("a", channel("t", "°C"), channel("p")), device("b", channel("t", "K"))];

  const { columns, devices } = layOut([a, b], ["AVG", "COUNT"], ["t", "p"], 20);

  const head = { columns, language: "en", timeZone: "Europe/Berlin" } as const;
  expect(headingsOf(head).values).toEqual([
    ...["t average [K]", "t (t, K) count", "t average [°C]", "t (t, °C) count"],
    ...["p average", "p count"],
  ]);
  expect(headingsOf(head).time).toBe("Time (Europe/Berlin)");
  expect(devices.map(({ series }) => series.map(({ place }) => place))).toEqual([[2, 4], [0]]);
  expect(() => layOut([a, b], ["AVG", "COUNT"], undefined, 8)).toThrow("more than 8 columns");
});

test("[SCH2] the series of a device stand side by side, a row for each moment, in the order of time", async () => {
  const series: Record<string, Sample[][]> = {
    t: [[sample(1, 20), sample(2, 21)], [sample(4, 22)]],
    p: [[sample(2, "high"), sample(3, true)]],
  };
  const scan = async function* (_: DeviceId, key: string) {
    yield* series[key] ?? [];
  };
  const placed: PlacedDevice = {
    ...{ id: "a" as DeviceId, name: "pump" },
    series: [
      { key: "t", place: 0 },
      { key: "p", place: 1 },
      { key: "none", place: 2 },
    ],
  };

  const rows = await all(rawRows({ scan }, placed, 3, { from: epochMs(0), to: epochMs(9) }));

  expect(rows.map(({ ts, device: name, values }) => [ts, name, ...values])).toEqual([
    [1, "pump", 20, undefined, undefined],
    [2, "pump", 21, "high", undefined],
    [3, "pump", undefined, true, undefined],
    [4, "pump", 22, undefined, undefined],
  ]);
});

test("[SCH2] an interval of which nothing is known is no row, and many are read some at a time", async () => {
  const asked: number[] = [];
  const aggregate = async (_: DeviceId, __: string, edges: readonly EpochMs[], by: string) => {
    asked.push(edges.length - 1);
    const first = edges[0] ?? 0;
    return by === "COUNT" ? edges.slice(0, -1).map((ts) => sample(ts, ts === first ? 2 : 0)) : [sample(first, 1.5)];
  };
  const edges = Array.from({ length: 31 }, (_, n) => epochMs(n));
  const placed = { id: "a" as DeviceId, name: "a", series: [{ key: "t", place: 0 }] };

  const rows = await all(intervalRows({ aggregate }, placed, 5_000, edges, ["AVG", "COUNT"]));

  expect(rows.map(({ ts, values }) => [ts, values[0], values[1]])).toEqual([
    [0, 1.5, 2],
    [10, 1.5, 2],
    [20, 1.5, 2],
  ]);
  expect(new Set(asked)).toEqual(new Set([10]));
});

test("[SCH2] a report with more rows than it may have is none, and one that is not wanted any more ends", async () => {
  const rowsOf = async function* (): AsyncGenerator<readonly Row[]> {
    yield Array.from({ length: 250 }, (_, n) => ({ ts: epochMs(n), device: "a", values: [] }));
  };
  const devices = [{ id: "a" as DeviceId, name: "a", series: [] }];
  const count = { rows: 0, devices: 0 };

  expect(await all(allRows(devices, rowsOf, 250, count, never))).toHaveLength(250);
  expect(count).toEqual({ rows: 250, devices: 1 });
  await expect(all(allRows(devices, rowsOf, 249, { rows: 0, devices: 0 }, never))).rejects.toThrow("249 rows");
  const stopped = all(allRows(devices, rowsOf, 250, { rows: 0, devices: 0 }, AbortSignal.abort()));
  await expect(stopped).rejects.toThrow("aborted");
});

test("[SCH2] times are told with their offset, through both changes of the clocks and back again", () => {
  const times = new LocalTimes("Europe/Berlin");
  const at = (text: string) => times.textOf(Date.parse(text));
  expect(at("2026-03-29T00:59:59.999Z")).toBe("2026-03-29T01:59:59.999+01:00");
  expect(at("2026-03-29T01:00:00.000Z")).toBe("2026-03-29T03:00:00.000+02:00");
  expect(at("2026-10-25T00:30:00.000Z")).toBe("2026-10-25T02:30:00.000+02:00");
  expect(at("2026-10-25T01:30:00.000Z")).toBe("2026-10-25T02:30:00.000+01:00");
  expect(at("2026-03-29T00:59:59.999Z")).toBe("2026-03-29T01:59:59.999+01:00");
  expect(new LocalTimes("America/St_Johns").offsetAt(Date.parse("2026-01-01T00:00:00Z"))).toBe("-03:30");
});

test("[SCH2, API12] a text that a spreadsheet would execute is a text, and numbers keep every digit", async () => {
  const rows = async function* () {
    yield [{ ts: epochMs(0), device: "=cmd()", values: ["+1+1", -5, 12345678901234567890n, undefined, "a,b"] }];
  };
  const columns = ["=name", "b", "c", "d", "e"].map((name) => ({ key: name, name, unit: "", function: undefined }));
  const table: Table = { title: "x", timeZone: "UTC", language: "de", columns, rows: rows() };
  const pieces: Uint8Array[] = [];
  for await (const piece of csvTable.write(table)) pieces.push(piece);

  expect(Buffer.concat(pieces).toString("utf8").split("\r\n")).toEqual([
    "\ufeffZeit (UTC),Gerät,'=name,b,c,d,e",
    `1970-01-01T00:00:00.000+00:00,'=cmd(),'+1+1,-5,12345678901234567890,,"a,b"`,
    "",
  ]);
});
