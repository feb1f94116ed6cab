import { invalidRange, maxAbsoluteTs, type TimeRange } from "../../../core/telemetry/index.ts";
import { epochMs } from "../../../kernel/time.ts";

interface Times {
  readonly startTs?: number;
  readonly endTs?: number;
}

/** Every moment a point can have, the last one included. */
const always: TimeRange = { from: epochMs(-maxAbsoluteTs), to: epochMs(maxAbsoluteTs + 1) };

/** From `startTs` to `endTs`; what is missing is open. */
export function timeRangeOf({ startTs, endTs }: Times): TimeRange {
  if (startTs !== undefined && endTs !== undefined && startTs > endTs) {
    throw invalidRange("startTs must not be after endTs");
  }
  return {
    from: startTs === undefined ? always.from : epochMs(startTs),
    to: endTs === undefined ? always.to : epochMs(endTs),
  };
}

/** For what cannot be undone: the caller says from when to when, or that it means everything. */
export function explicitTimeRangeOf(query: Times & { readonly deleteAllDataForKeys?: boolean }): TimeRange {
  if (query.deleteAllDataForKeys) return always;
  if (query.startTs === undefined || query.endTs === undefined) {
    throw invalidRange("startTs and endTs are required, or deleteAllDataForKeys=true");
  }
  return timeRangeOf(query);
}
