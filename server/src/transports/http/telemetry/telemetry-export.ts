import {
  type Sample,
  type TelemetryStore,
  type TelemetryValue,
  type TimeRange,
  valueAsJson,
  valueAsText,
} from "../../../core/telemetry/index.ts";
import { type CsvEscape, csvCell } from "../../../kernel/csv-cell.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";

/** How a moment is written: as Unix milliseconds, or ISO 8601 in UTC. */
export const exportTimes = {
  ms: (ts: EpochMs): number => ts,
  iso: (ts: EpochMs): string => new Date(ts).toISOString(),
};

interface LineLook {
  readonly escaping: CsvEscape;
  readonly timeOf: (ts: EpochMs) => number | string;
}

type Line = (key: string, sample: Sample, look: LineLook, named: Named | undefined) => string;

/** What a channel is called and measured in, where that is asked for [TYP2]. */
export interface Named {
  readonly name: string;
  readonly unit: string;
}

interface ExportFormat {
  readonly mediaType: string;
  readonly header: string;
  readonly describedHeader: string;
  readonly line: Line;
}

/** One point per line: by key, then by time. */
export const exportFormats: Record<"csv" | "jsonl", ExportFormat> = {
  csv: {
    mediaType: "text/csv; charset=utf-8; header=present",
    header: "key,ts,value\r\n",
    describedHeader: "key,name,unit,ts,value\r\n",
    line: (key, { ts, value }, { escaping, timeOf }, named) => {
      const cells = named ? [key, named.name, named.unit] : [key];
      return `${cells.map((cell) => csvCell(cell, escaping)).join()},${timeOf(ts)},${valueCell(value, escaping)}\r\n`;
    },
  },
  jsonl: {
    mediaType: "application/jsonl; charset=utf-8",
    header: "",
    describedHeader: "",
    line: (key, { ts, value }, { timeOf }, named) => {
      const said = named ? `,"name":${JSON.stringify(named.name)},"unit":${JSON.stringify(named.unit)}` : "";
      return `{"key":${JSON.stringify(key)}${said},"ts":${JSON.stringify(timeOf(ts))},"value":${valueAsJson(value)}}\n`;
    },
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
  { header, describedHeader, line }: ExportFormat,
  look: LineLook & { readonly describe?: ((key: string) => Named) | undefined },
): AsyncGenerator<string> {
  const { describe } = look;
  const first = describe ? describedHeader : header;
  if (first !== "") yield first;
  for (const key of keys) {
    const named = describe?.(key);
    for await (const samples of store.scan(device, key, range, "ASC")) {
      yield samples.map((sample) => line(key, sample, look, named)).join("");
    }
  }
}
