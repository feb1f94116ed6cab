import { longWork } from "../../kernel/long-work-queue.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { type CalendarUnit, calendarEdges, countCalendarBuckets } from "./calendar-buckets.ts";
import { invalidRange, tooManyBuckets } from "./errors.ts";
import { maxBuckets } from "./limits.ts";

/** How long a bucket is: a number of milliseconds, or a calendar unit in a time zone [TEL2]. */
export type Interval =
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "calendar"; readonly unit: CalendarUnit; readonly timeZone: string };

/** Ascending; bucket n is from `edges[n]` (included) to `edges[n + 1]` (excluded). */
export type BucketEdges = readonly EpochMs[];

/** Edges made before others get their turn: a few milliseconds, whatever calendar and zone are asked for [API11]. */
const edgesPerTurn = 4_096;

function* fixedEdges(from: EpochMs, to: EpochMs, ms: number): Generator<EpochMs> {
  for (let edge = from as number; edge < to; edge += ms) yield epochMs(edge);
}

/** How many there will be, without making any: the range is the caller's choice, and may be all of time. */
function countBuckets(from: EpochMs, to: EpochMs, interval: Interval): number {
  if (interval.kind === "calendar") return countCalendarBuckets(from, to, interval.unit, interval.timeZone);
  if (!Number.isInteger(interval.ms) || interval.ms < 1) throw invalidRange("`interval` must be at least 1 ms");
  return Math.ceil((to - from) / interval.ms);
}

/** What can be said of the question is said before the first edge is made. */
function edgesOf(from: EpochMs, to: EpochMs, interval: Interval): Iterable<EpochMs> {
  if (from > to) throw invalidRange("`startTs` must not be after `endTs`");
  if (from === to) return [];
  if (countBuckets(from, to, interval) > maxBuckets) throw tooManyBuckets();
  return interval.kind === "fixed"
    ? fixedEdges(from, to, interval.ms)
    : calendarEdges(from, to, interval.unit, interval.timeZone);
}

const closed = (starts: EpochMs[], to: EpochMs): BucketEdges => {
  if (starts.length > 0) starts.push(to);
  return starts;
};

/**
 * Where the buckets of [from, to) begin and end [TEL2]. The first starts at `from`, the last ends at `to`; fixed ones
 * follow each other from `from` on, calendar ones change where the calendar of `timeZone` does.
 */
export const bucketEdges = (from: EpochMs, to: EpochMs, interval: Interval): BucketEdges =>
  closed([...edgesOf(from, to, interval)], to);

/** The same, some at a time, in line with the other long work of this thread [API11]. */
export async function bucketEdgesInTurns(from: EpochMs, to: EpochMs, interval: Interval): Promise<BucketEdges> {
  const starts: EpochMs[] = [];
  for (const edge of edgesOf(from, to, interval)) {
    starts.push(edge);
    if (starts.length % edgesPerTurn === 0) await longWork.nextPiece();
  }
  return closed(starts, to);
}
