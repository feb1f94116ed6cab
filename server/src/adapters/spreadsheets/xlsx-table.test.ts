import { readSheet } from "read-excel-file/node";
import { expect, test } from "vitest";
import type { Row, Table } from "../../core/reports/index.ts";
import { JsonDocument } from "../../core/telemetry/index.ts";
import { epochMs } from "../../kernel/time.ts";
import { xlsxTable } from "./xlsx-table.ts";

const column = (name: string, unit: string) => ({ key: name, name, unit, function: undefined });

async function written(table: Omit<Table, "rows" | "columns" | "language">, rows: readonly Row[], perSheet?: number) {
  const columns = [column("temperature", "°C"), column("=HYPERLINK()", "")];
  const given = { ...table, columns, language: "en" } as const;
  const pieces: Uint8Array[] = [];
  const some = async function* () {
    yield rows;
  };
  for await (const piece of xlsxTable(perSheet).write({ ...given, rows: some() })) pieces.push(piece);
  return Buffer.concat(pieces);
}

const noon = Date.parse("2026-10-25T11:00:00.250Z");

test("[SCH2, API12] a foreign reader finds local times, units, numbers and texts, and no formula", async () => {
  const rows = [
    { ts: epochMs(noon), device: "Pump <7> & ü", values: [21.5, "=1+1"] },
    { ts: epochMs(noon + 1), device: "\u0001\ud800", values: [12345678901234567890n, true] },
    { ts: epochMs(-1e14), device: "old", values: [undefined, new JsonDocument('{"a":1}')] },
    { ts: epochMs(noon + 2), device: "long", values: [Number.POSITIVE_INFINITY, "x".repeat(40_000)] },
  ];
  const bytes = await written({ title: "Daily: [north]/*?", timeZone: "Europe/Berlin" }, rows);

  const [head, ...found] = await readSheet(bytes, 1);

  expect(head).toEqual(["Time (Europe/Berlin)", "UTC offset", "Device", "temperature [°C]", "=HYPERLINK()"]);
  const [time, ...first] = found[0] ?? [];
  expect(Number(time)).toBeCloseTo(Date.parse("2026-10-25T12:00:00.250Z"), -1); // in parts of a day
  expect(first).toEqual(["+01:00", "Pump <7> & ü", 21.5, "=1+1"]);
  expect(found[1]?.slice(3)).toEqual(["12345678901234567890", true]);
  expect(String(found[2]?.[0])).toMatch(/^-001199-02-/);
  expect(found[2]?.slice(3)).toEqual([null, '{"a":1}']);
  expect(found[3]?.[3]).toBe("Infinity");
  expect(String(found[3]?.[4])).toHaveLength(32_767);
  expect(bytes.includes("<f>")).toBe(false);
});

test("[SCH2] rows beyond those of a sheet go on in further ones, under the same headings", async () => {
  const rows = Array.from({ length: 7 }, (_, n) => ({ ts: epochMs(noon + n), device: "a", values: [n, undefined] }));

  const bytes = await written({ title: "Report", timeZone: "UTC" }, rows, 4);

  const sheets = await Promise.all([1, 2, 3].map((sheet) => readSheet(bytes, sheet)));
  expect(sheets.map((found) => found.map((row) => row[3]))).toEqual([
    ["temperature [°C]", 0, 1, 2],
    ["temperature [°C]", 3, 4, 5],
    ["temperature [°C]", 6],
  ]);
});
