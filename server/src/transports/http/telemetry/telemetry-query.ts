import type { TelemetryQuery } from "@heliograph/contract";
import {
  type AggregateFunction,
  type BucketEdges,
  bucketEdgesInTurns,
  type CalendarUnit,
  type Interval,
  invalidRange,
  type KeySelection,
  type TimeRange,
} from "../../../core/telemetry/index.ts";
import { epochMs } from "../../../kernel/time.ts";
import { namedKeys } from "../key-selection.ts";

/** Points of a range, the first of them in the order asked for. */
interface HistoryQuery extends TimeRange {
  readonly order: "ASC" | "DESC";
  readonly limit: number;
}

/** What a read comes down to [TEL1, TEL2]. */
export type TelemetryRead =
  | { readonly kind: "latest"; readonly keys: KeySelection }
  | { readonly kind: "history"; readonly keys: readonly string[]; readonly query: HistoryQuery }
  | {
      readonly kind: "buckets";
      readonly keys: readonly string[];
      readonly edges: BucketEdges;
      readonly by: AggregateFunction;
      readonly order: "ASC" | "DESC";
    };

const defaultLimit = 100;

/** Throws `invalid` for what contradicts itself; without keys the times are not looked at at all [TEL1]. */
export async function telemetryReadOf(query: TelemetryQuery): Promise<TelemetryRead> {
  const keys = namedKeys(query);
  if (keys.length === 0) return { kind: "latest", keys: "all" };
  const { startTs, endTs, orderBy: order = "DESC", agg = "NONE", limit = defaultLimit } = query;
  if (startTs === undefined && endTs === undefined) return { kind: "latest", keys: { only: keys } };
  if (startTs === undefined || endTs === undefined) throw invalidRange("startTs and endTs belong together: send both");
  if (startTs > endTs) throw invalidRange("startTs must not be after endTs");
  if (startTs === endTs) return { kind: "latest", keys: { only: keys } };
  const [from, to] = [epochMs(startTs), epochMs(endTs)];
  if (agg === "NONE") return { kind: "history", keys, query: { from, to, order, limit } };
  return { kind: "buckets", keys, edges: await bucketEdgesInTurns(from, to, intervalOf(query)), by: agg, order };
}

function intervalOf({ interval, timeZone = "UTC" }: TelemetryQuery): Interval {
  if (interval === undefined) throw invalidRange("interval is required with agg: milliseconds, DAY, WEEK or MONTH");
  if (/^\d/.test(interval)) return { kind: "fixed", ms: Number(interval) };
  return { kind: "calendar", unit: interval as CalendarUnit, timeZone };
}
