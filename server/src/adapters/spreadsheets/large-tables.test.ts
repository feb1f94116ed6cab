import { expect, test } from "vitest";
import { isLongRun } from "../../../../test/switches.ts";
import { csvTable } from "../../core/reports/index.ts";
import { rawRows } from "../../core/reports/table/raw-rows.ts";
import { allRows } from "../../core/reports/table/rows.ts";
import type { TableFormat } from "../../core/reports/table/table.ts";
import type { Sample } from "../../core/telemetry/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { xlsxTable } from "./xlsx-table.ts";

const [width, perChunk] = [8, 1_000];

/** Everything is there at once: nothing that is waited for gives others a turn. */
const storeOf = (rows: number) => ({
  scan: async function* () {
    for (let from = 0; from < rows; from += perChunk)
      yield Array.from({ length: perChunk }, (_, at): Sample => ({ ts: epochMs(from + at), value: (from + at) / 7 }));
  },
});

/** How often others had a turn while it was written. */
async function turnsDuring(format: TableFormat, rows: number): Promise<{ turnsOfOthers: number; rows: number }> {
  const series = Array.from({ length: width }, (_, place) => ({ key: `k${place}`, place }));
  const device = { id: "d" as DeviceId, name: "pump", series };
  const count = { rows: 0, devices: 0 };
  const read = () => rawRows(storeOf(rows), device, width, { from: epochMs(0), to: epochMs(rows) });
  const columns = series.map(({ key }) => ({ key, name: key, unit: "", function: undefined }));
  const table = { title: "Large", timeZone: "UTC", language: "en", columns } as const;
  let [turnsOfOthers, isWriting] = [0, true];
  const turn = () => {
    turnsOfOthers++;
    if (isWriting) setImmediate(turn);
  };
  setImmediate(turn);
  const given = { ...table, rows: allRows([device], read, rows, count, new AbortController().signal) };
  for await (const bytes of format.write(given)) expect(bytes.length).toBeGreaterThan(0);
  isWriting = false;
  return { turnsOfOthers, rows: count.rows };
}

// Pieces are of some milliseconds: a slower machine has more of them, and the fastest takes many for so many cells.
test.each([
  ["CSV", csvTable, 20_000],
  ["XLSX", xlsxTable(), isLongRun() ? 20_000 : 8_000], // takes several times as long for each
] as const)(
  "[SCH2, API11] while a large report is written as %s, others have their turns in between",
  async (_, format, rows) => {
    const written = await turnsDuring(format, rows);

    expect(written.rows).toBe(rows);
    expect(written.turnsOfOthers).toBeGreaterThan(2);
  },
);
