import type { DataRequest } from "@heliograph/contract";
import { expect, test } from "vitest";
import { AppError } from "../../kernel/errors.ts";
import { type DeviceId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { DeviceWithActivity } from "../devices/index.ts";
import { wholeTenant } from "../projects/index.ts";
import type { BucketEdges, Sample, SeriesName, TelemetryStore } from "../telemetry/index.ts";
import { DashboardData } from "./dashboard-data.ts";
import type { DataPiece } from "./data-piece.ts";

const limits = { devices: 10, series: 50, latest: 50, points: 10_000, values: 2_000 };
const sample = (ts: number, value: Sample["value"]): Sample => ({ ts: epochMs(ts), value });

/** Devices whose every key has a number each second of the first so many, 0, 1, 2 …; every read is noted. */
function world(seconds = 100, values = (at: number): Sample["value"] => at, deviceCount = 6) {
  const reads: string[] = [];
  const within = (from: number, to: number) =>
    Array.from({ length: seconds }, (_, at) => sample(at * 1_000, values(at))).filter(
      ({ ts }) => ts >= from && ts < to,
    );
  const bucket = (points: readonly Sample[], by: string): number | undefined => {
    const numbers = points.flatMap(({ value }) => (typeof value === "number" ? [value] : []));
    if (by === "COUNT") return points.length || undefined;
    if (numbers.length === 0) return undefined;
    if (by === "AVG") return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    return by === "MIN" ? Math.min(...numbers) : Math.max(...numbers);
  };
  const telemetry = {
    latest: async (device: DeviceId, keys: "all" | { readonly only: readonly string[] }) => {
      reads.push(`latest ${device}`);
      const [last] = within(0, Number.MAX_SAFE_INTEGER).slice(-1);
      return new Map((keys === "all" ? ["a"] : keys.only).flatMap((key) => (last ? [[key, last] as const] : [])));
    },
    newest: async (series: readonly SeriesName[]) => {
      reads.push(`newest ${series.length}`);
      return series.map(() => within(0, Number.MAX_SAFE_INTEGER).at(-1));
    },
    aggregate: async (device: DeviceId, _key: string, edges: BucketEdges, by: string) => {
      reads.push(`${by} ${device}`);
      return edges.slice(0, -1).flatMap((edge, at) => {
        const value = bucket(within(edge, edges[at + 1] ?? 0), by);
        return value === undefined ? [] : [sample(edge, value)];
      });
    },
    scan: async function* (...[device, , range, order, limit]: Parameters<TelemetryStore["scan"]>) {
      reads.push(`scan ${device}`);
      const found = within(range.from, range.to);
      if (found.length > 0) yield order === "DESC" ? found.toReversed().slice(0, limit) : found;
    },
  };
  const devices = Array.from({ length: deviceCount }, () => ({ id: newId<DeviceId>() }) as DeviceWithActivity);
  const list = async ({ among }: { readonly among?: { has(id: DeviceId): boolean } }) => {
    const data = devices.filter(({ id }) => among?.has(id) ?? true);
    reads.push("devices");
    return { data, totalElements: data.length, totalPages: 1, hasNext: false };
  };
  const gone = new AbortController();
  const data = (over: Partial<typeof limits> = {}) =>
    new DashboardData({
      choosing: { devices: { list } } as never,
      sources: { telemetry } as never,
      limits: { ...limits, ...over },
    });
  const reader = { gone: gone.signal, reachTo: () => wholeTenant(newId()) };
  const ask = (queries: DataRequest["queries"], over: Partial<typeof limits> = {}) =>
    data(over).answer(reader, { startTs: 0, endTs: 100_000, queries });
  const answering = (when: Omit<DataRequest, "queries">) => (queries: DataRequest["queries"]) =>
    data().answer(reader, { ...when, queries });
  return { devices, reads, gone, ask, answering };
}

const named = (...devices: readonly DeviceWithActivity[]) => ({
  kind: "DEVICES" as const,
  deviceIds: devices.map(({ id }) => id),
});
const lines = (pieces: readonly DataPiece[]) =>
  pieces.map((piece) => (piece.is === "answer" ? piece.piece.is : piece.is));

test("[DSH4] a series with few points is told point by point, one with many by its envelope", async () => {
  const at = world();
  const [first = at.devices[1]] = at.devices;
  const devices = named(...(first ? [first] : []));

  const pieces = await Array.fromAsync(
    at.ask({
      few: { kind: "SERIES", devices, keys: ["a"], buckets: 50 },
      many: { kind: "SERIES", devices, keys: ["a"], buckets: 10 },
    }),
  );

  expect(lines(pieces)).toEqual(["devices", "samples", "done", "envelope", "done", "end"]);
  expect(pieces[1]).toMatchObject({ piece: { form: "POINTS", samples: { length: 100 } } });
  expect(pieces[3]).toMatchObject({
    piece: {
      intervalMs: 10_000,
      envelope: { min: { 0: { ts: 0, value: 0 } }, max: { 9: { ts: 90_000, value: 99 } }, avg: { 0: { value: 4.5 } } },
    },
  });
});

test("[DSH4] questions about the same devices find them once, and say so once", async () => {
  const at = world();
  const devices = named(...at.devices);

  const pieces = await Array.fromAsync(
    at.ask({ one: { kind: "LATEST", devices, keys: ["a"] }, two: { kind: "LATEST", devices, keys: ["b"] } }),
  );

  expect(at.reads.filter((read) => read === "devices")).toHaveLength(1);
  expect(pieces[0]).toMatchObject({ is: "devices", queries: ["one", "two"] });
});

test("[DSH4] nothing in the time says when there was something; what is no number is told as such", async () => {
  const [quiet, texts] = [world(0), world(100, () => "open")];

  const empty = await Array.fromAsync(
    quiet.ask({ q: { kind: "SERIES", devices: named(...quiet.devices.slice(0, 1)), keys: ["a"] } }),
  );
  const unreadable = await Array.fromAsync(
    texts.ask({ q: { kind: "SERIES", devices: named(...texts.devices.slice(0, 1)), keys: ["a"], buckets: 10 } }),
  );

  expect(empty[1]).toMatchObject({ piece: { is: "empty", lastTs: null, notNumbers: 0 } });
  expect(unreadable[1]).toMatchObject({ piece: { is: "empty", lastTs: 99_000, notNumbers: 100 } });
});

test("[DSH4] states are told when they change, with what was there before", async () => {
  const at = world(100, (second) => (second < 30 || second >= 80 ? "run" : "off"));
  const devices = named(...at.devices.slice(0, 1));
  const samplesOf = (pieces: readonly DataPiece[]) =>
    pieces.flatMap((one) => (one.is === "answer" && one.piece.is === "samples" ? one.piece.samples : []));

  const all = await Array.fromAsync(at.ask({ q: { kind: "CHANGES", devices, keys: ["a"] } }));

  expect(samplesOf(all)).toEqual([sample(0, "run"), sample(30_000, "off"), sample(80_000, "run")]);
});

test("[DSH3] states of a device that fell silent before the time begins are known to be old", async () => {
  const at = world(100, () => "run");
  const devices = named(...at.devices.slice(0, 1));

  const pieces = await Array.fromAsync(
    at.answering({ startTs: 200_000, endTs: 300_000 })({ q: { kind: "CHANGES", devices, keys: ["a"] } }),
  );

  const gaps = pieces.flatMap((one) => (one.is === "answer" && one.piece.is === "gaps" ? [one.piece] : []));
  expect(gaps).toMatchObject([{ lastTs: 99_000, gaps: [] }]);
});

test("[DSH4] too much is refused before it is read, with the numbers, and the other questions are answered", async () => {
  const at = world();
  const [one, all] = [named(...at.devices.slice(0, 1)), named(...at.devices)];
  const problemsOf = async (over: Partial<typeof limits>) => {
    const pieces = await Array.fromAsync(
      at.ask(
        {
          much: { kind: "SERIES", devices: all, keys: ["a"], form: "POINTS" },
          little: { kind: "LATEST", devices: one, keys: ["a"] },
        },
        over,
      ),
    );
    expect(pieces.slice(-2)).toEqual([{ is: "done", query: "little" }, { is: "end" }]);
    return pieces.flatMap((piece) => (piece.is === "problem" ? [[piece.problem.code, piece.problem.params]] : []));
  };

  expect(await problemsOf({ devices: 5 })).toEqual([["QUERY_TOO_MANY_DEVICES", { devices: 6, most: 5 }]]);
  expect(await problemsOf({ series: 5 })).toEqual([["QUERY_TOO_MANY_SERIES", { series: 6, most: 5 }]]);
  expect(await problemsOf({ points: 599 })).toEqual([["QUERY_TOO_MANY_POINTS", { points: 600, most: 599 }]]);
  expect(await problemsOf({ values: 599 })).toEqual([["QUERY_TOO_MANY_VALUES", { most: 599 }]]);
  expect(at.reads.filter((read) => read.startsWith("scan"))).toEqual([]);
});

test("[DSH3] newest values may be of more devices than series are read of, up to a bound of their own", async () => {
  const at = world();
  const problemsOf = async (over: Partial<typeof limits>) => {
    const pieces = await Array.fromAsync(
      at.ask({ map: { kind: "LATEST", devices: named(...at.devices), keys: ["a", "b"] } }, over),
    );
    return pieces.flatMap((piece) => (piece.is === "problem" ? [[piece.problem.code, piece.problem.params]] : []));
  };

  expect(await problemsOf({ series: 1, latest: 12 })).toEqual([]);
  expect(await problemsOf({ latest: 11 })).toEqual([["QUERY_TOO_MANY_SERIES", { series: 12, most: 11 }]]);
});

test("[DSH3] newest values of many devices are asked for by the hundred, and told device by device in their order", async () => {
  const at = world(100, undefined, 600);

  const pieces = await Array.fromAsync(
    at.ask(
      { map: { kind: "LATEST", devices: { kind: "ALL" }, keys: ["a", "b", "a"] } },
      { devices: 600, latest: 1_800 },
    ),
  );

  expect(at.reads.filter((read) => read.includes("est"))).toEqual(["newest 500", "newest 500", "newest 200"]);
  const told = pieces.flatMap((one) => (one.is === "answer" && one.piece.is === "latest" ? [one.piece] : []));
  expect(told.map(({ deviceId }) => deviceId)).toEqual(at.devices.map(({ id }) => id));
  expect(told[599]?.samples).toEqual(new Map(["a", "b"].map((key) => [key, sample(99_000, 99)])));
});

test("[DSH4] what makes no sense says why: an unknown variable, a mean without an interval, devices that are gone", async () => {
  const at = world();

  const pieces = await Array.fromAsync(
    at.ask({
      a: { kind: "LATEST", devices: { kind: "VARIABLE", name: "pumps" } },
      b: { kind: "SERIES", devices: named(...at.devices), keys: ["a"], form: "AVG" },
      c: { kind: "LATEST", devices: { kind: "DEVICES", deviceIds: [newId<DeviceId>()] } },
    }),
  );

  expect(pieces.map((piece) => (piece.is === "problem" ? `${piece.query} ${piece.problem.code}` : piece.is))).toEqual([
    ...["a QUERY_VARIABLE_UNKNOWN", "b QUERY_INVALID", "c QUERY_DEVICES_GONE", "end"],
  ]);
});

test("[DSH4] who goes away is read nothing more for, and the answer does not end as if it were whole", async () => {
  const at = world();
  const devices = named(...at.devices);
  const pieces: DataPiece[] = [];

  for await (const piece of at.ask({
    a: { kind: "LATEST", devices, keys: ["a"] },
    b: { kind: "LATEST", devices, keys: ["a"] }, // begun while the first is told
    c: { kind: "SERIES", devices, keys: ["a"] },
  })) {
    pieces.push(piece);
    if (piece.is === "answer") at.gone.abort();
  }

  expect(lines(pieces)).not.toContain("end");
  expect(at.reads.filter((read) => read.startsWith("COUNT"))).toEqual([]);
});

test("[DSH4] a failure that is nobody's fault breaks off the answer", async () => {
  const at = world();
  const broken = at.ask({
    a: { kind: "ATTRIBUTES", devices: named(...at.devices), scope: "SERVER_SCOPE", keys: ["a"] },
  });

  await expect(Array.fromAsync(broken)).rejects.not.toBeInstanceOf(AppError);
});

test("[DSH4] a time that ends before it begins is refused as a whole", async () => {
  const at = world();
  const queries: DataRequest["queries"] = { a: { kind: "LATEST", devices: { kind: "ALL" } } };
  const data = new DashboardData({ choosing: {} as never, sources: {} as never, limits });
  const reader = { gone: at.gone.signal, reachTo: () => wholeTenant(newId()) };

  await expect(data.answer(reader, { startTs: 5, endTs: 5, queries }).next()).rejects.toMatchObject({
    fault: "invalid",
  });
});

test("[DSH4] a time shifted to before all time has nothing in it, and a zone nobody knows is told", async () => {
  const at = world();
  const devices = named(...at.devices.slice(0, 1));
  const data = at.answering({
    startTs: -8_640_000_000_000_000,
    endTs: -8_639_999_999_999_000,
    timeZone: "Nowhere/Else",
  });

  const pieces = await Array.fromAsync(
    data({
      shifted: { kind: "SERIES", devices, keys: ["a"], shiftMs: 315_360_000_000 },
      daily: { kind: "SERIES", devices, keys: ["a"], form: "AVG", interval: "DAY" },
    }),
  );

  expect(pieces.map((piece) => (piece.is === "problem" ? `${piece.query} ${piece.problem.fault}` : piece.is))).toEqual([
    ...["devices", "answer", "done", "daily invalid", "end"],
  ]);
  expect(at.reads.filter((read) => read.startsWith("COUNT"))).toEqual([]);
});
