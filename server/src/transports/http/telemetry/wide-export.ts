import { rawRows } from "../../../core/reports/index.ts";
import {
  type TelemetryStore,
  type TelemetryValue,
  type TimeRange,
  valueAsJson,
  valueAsText,
} from "../../../core/telemetry/index.ts";
import { type CsvEscape, csvCell } from "../../../kernel/csv-cell.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Named } from "./telemetry-export.ts";

type Values = readonly (TelemetryValue | undefined)[];

export interface WideLook {
  readonly escaping: CsvEscape;
  readonly timeOf: (ts: EpochMs) => number | string;
  readonly describe?: ((key: string) => Named) | undefined;
}

interface WideFormat {
  readonly header: (keys: readonly string[], look: WideLook) => string;
  readonly line: (keys: readonly string[], ts: EpochMs, values: Values, look: WideLook) => string;
}

/** A line for each moment of which there is a point, all channels side by side. */
const wideFormats: Record<"csv" | "jsonl", WideFormat> = {
  csv: {
    header: (keys, { escaping, describe }) =>
      `${["time", ...keys.map((key) => headingOf(key, describe))].map((cell) => csvCell(cell, escaping)).join()}\r\n`,
    line: (_, ts, values, { escaping, timeOf }) =>
      `${timeOf(ts)},${values.map((value) => cellOf(value, escaping)).join()}\r\n`,
  },
  // As a device sends it.
  jsonl: {
    header: () => "",
    line: (keys, ts, values, { timeOf }) => {
      const said = values.flatMap((value, at) =>
        value === undefined ? [] : [`${JSON.stringify(keys[at])}:${valueAsJson(value)}`],
      );
      return `{"ts":${JSON.stringify(timeOf(ts))},"values":{${said.join()}}}\n`;
    },
  },
};

function headingOf(key: string, describe: WideLook["describe"]): string {
  const { name = key, unit = "" } = describe?.(key) ?? {};
  return `${name || key}${unit && ` [${unit}]`}`;
}

/** Only texts can be formulas: -Infinity is a number, too. */
const cellOf = (value: TelemetryValue | undefined, escaping: CsvEscape): string =>
  value === undefined ? "" : csvCell(valueAsText(value), typeof value === "string" ? escaping : "none");

/** Read as fast as the lines are taken, of each channel no further than the line. */
export async function* wideText(
  store: Pick<TelemetryStore, "scan">,
  device: DeviceId,
  keys: readonly string[],
  range: TimeRange,
  format: "csv" | "jsonl",
  look: WideLook,
): AsyncGenerator<string> {
  const { header, line } = wideFormats[format];
  yield header(keys, look);
  const series = keys.map((key, place) => ({ key, place }));
  for await (const rows of rawRows(store, { id: device, name: "", series }, keys.length, range))
    yield rows.map(({ ts, values }) => line(keys, ts, values, look)).join("");
}
