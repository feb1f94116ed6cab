import type { ReportFunction } from "@heliograph/contract";
import type { EpochMs } from "../../../kernel/time.ts";
import type { TelemetryValue } from "../../telemetry/index.ts";

/** A column of values: what it is called and measured in, and what was made of its points. */
export interface Column {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly function: ReportFunction | undefined;
}

export interface Row {
  readonly ts: EpochMs;
  readonly device: string;
  /** In the order of the columns; undefined where there is none. */
  readonly values: readonly (TelemetryValue | undefined)[];
}

/** A table of which the rows come as fast as they are taken. */
export interface Table {
  readonly title: string;
  readonly timeZone: string;
  readonly language: "en" | "de";
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<readonly Row[]>;
}

/** Writes a table as a file. A text in it is a text: nothing is a formula [API12]. */
export interface TableFormat {
  readonly extension: string;
  readonly mediaType: string;
  write(table: Table): AsyncIterable<Uint8Array>;
}
