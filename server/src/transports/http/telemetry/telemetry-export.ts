import {
  type Sample,
  type TelemetryStore,
  type TelemetryValue,
  type TimeRange,
  valueAsJson,
  valueAsText,
} from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { type CsvEscape, csvCell } from "../csv-cell.ts";

type Line = (key: string, sample: Sample, escaping: CsvEscape) => string;

interface ExportFormat {
  readonly mediaType: string;
  readonly header: string;
  readonly line: Line;
}

/** One point per line: by key, then by time. */
export const exportFormats: Record<"csv" | "jsonl", ExportFormat> = {
  csv: {
    mediaType: "text/csv; charset=utf-8; header=present",
    header: "key,ts,value\r\n",
    line: (key, { ts, value }, escaping) => `${csvCell(key, escaping)},${ts},${valueCell(value, escaping)}\r\n`,
  },
  jsonl: {
    mediaType: "application/jsonl; charset=utf-8",
    header: "",
    line: (key, { ts, value }) => `{"key":${JSON.stringify(key)},"ts":${ts},"value":${valueAsJson(value)}}\n`,
  },
};

/** Only texts can be formulas: -Infinity is a number, too. */
const valueCell = (value: TelemetryValue, escaping: CsvEscape): string =>
  csvCell(valueAsText(value), typeof value === "string" ? escaping : "none");

/** How many points an export will hold as things are now: block statistics answer, nothing is decoded. */
export async function countPoints(
  store: TelemetryStore,
  device: DeviceId,
  keys: readonly string[],
  { from, to }: TimeRange,
): Promise<number> {
  let total = 0;
  for (const key of keys) {
    const [bucket] = await store.aggregate(device, key, [from, to], "COUNT");
    total += Number(bucket?.value ?? 0);
  }
  return total;
}

/** Every point of the keys, read as fast as the lines are taken. */
export async function* exportText(
  store: TelemetryStore,
  device: DeviceId,
  keys: readonly string[],
  range: TimeRange,
  { header, line }: ExportFormat,
  escaping: CsvEscape,
): AsyncGenerator<string> {
  if (header !== "") yield header;
  for (const key of keys) {
    for await (const samples of store.scan(device, key, range, "ASC")) {
      yield samples.map((sample) => line(key, sample, escaping)).join("");
    }
  }
}
