import type { JobFailure } from "../jobs/index.ts";
import { formatUnfit } from "./errors.ts";
import type { MadeReport, ReportContent, ReportFile } from "./report.ts";
import type { RowCount } from "./table/rows.ts";

/** What a report came to, beside its bytes. */
export interface ReportOutcome {
  readonly count: RowCount;
  readonly failures: readonly JobFailure[];
  readonly projects: MadeReport["projects"];
}

/** Where the bytes of a report come from; the outcome is known when all were taken. */
export interface ReportSource {
  readonly bytes: AsyncIterable<Uint8Array>;
  outcome(): ReportOutcome;
}

/** A dashboard is written as PDF, and telemetry as a table. */
export function requireFit({ kind }: ReportContent, format: ReportFile["format"]): void {
  if ((kind === "DASHBOARD") !== (format === "PDF")) throw formatUnfit(kind, format);
}
