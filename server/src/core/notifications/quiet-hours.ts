import type { AlarmSeverity, QuietHours } from "@heliograph/contract";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { spansAt } from "../alarms/index.ts";

/** When the quiet hours that are on at this moment end; undefined where none are, or they are not for this severity. */
export function quietUntil(quiet: QuietHours | null, severity: AlarmSeverity, now: EpochMs): EpochMs | undefined {
  if (!quiet || quiet.except.includes(severity)) return undefined;
  const ends = spansAt(quiet, now).map(({ endTs }) => endTs);
  return ends.length === 0 ? undefined : epochMs(Math.max(...ends));
}
