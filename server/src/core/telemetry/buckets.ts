import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { invalidRange, tooManyBuckets } from "./errors.ts";
import { maxBuckets } from "./limits.ts";

export type CalendarUnit = "DAY" | "WEEK" | "MONTH";

/** How long a bucket is: a number of milliseconds, or a calendar unit in a time zone [TEL2]. */
export type Interval =
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "calendar"; readonly unit: CalendarUnit; readonly timeZone: string };

/** Ascending; bucket n is from `edges[n]` (included) to `edges[n + 1]` (excluded). */
export type BucketEdges = readonly EpochMs[];

function fixedEdges(from: EpochMs, to: EpochMs, ms: number): EpochMs[] {
  if (!Number.isInteger(ms) || ms < 1) throw invalidRange("`interval` must be at least 1 ms");
  if ((to - from) / ms > maxBuckets) throw tooManyBuckets();
  const edges: EpochMs[] = [];
  for (let edge = from as number; edge < to; edge += ms) edges.push(epochMs(edge));
  return edges;
}

/** The first day of the unit that follows the one `date` lies in; weeks start on Monday. */
function nextUnit(date: Temporal.PlainDate, unit: CalendarUnit): Temporal.PlainDate {
  if (unit === "MONTH") return date.add({ months: 1 }).with({ day: 1 });
  return date.add({ days: unit === "WEEK" ? 8 - date.dayOfWeek : 1 });
}

/** Midnight as that zone's clocks show it, or the first moment of the day where they skip it (DST). */
const startOf = (day: Temporal.PlainDate, timeZone: string): number => day.toZonedDateTime(timeZone).epochMilliseconds;

function zonedDate(ts: EpochMs, timeZone: string): Temporal.PlainDate {
  try {
    return Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(timeZone).toPlainDate();
  } catch (cause) {
    throw invalidRange(cause instanceof RangeError ? `Unknown time zone ${timeZone}` : String(cause));
  }
}

/** Undefined beyond the last day a calendar can name: nothing begins there any more. */
function nextStart(date: Temporal.PlainDate, unit: CalendarUnit, timeZone: string) {
  try {
    const day = nextUnit(date, unit);
    return { day, edge: startOf(day, timeZone) };
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

function calendarEdges(from: EpochMs, to: EpochMs, unit: CalendarUnit, timeZone: string): EpochMs[] {
  let next = nextStart(zonedDate(from, timeZone), unit, timeZone);
  const edges: EpochMs[] = [from];
  while (next !== undefined && next.edge < to) {
    if (edges.length >= maxBuckets) throw tooManyBuckets();
    if (next.edge > from) edges.push(epochMs(next.edge));
    next = nextStart(next.day, unit, timeZone);
  }
  return edges;
}

/**
 * Where the buckets of [from, to) begin and end [TEL2]. The first starts at `from`, the last ends at `to`; fixed ones
 * follow each other from `from` on, calendar ones change where the calendar of `timeZone` does.
 */
export function bucketEdges(from: EpochMs, to: EpochMs, interval: Interval): BucketEdges {
  if (from > to) throw invalidRange("`startTs` must not be after `endTs`");
  if (from === to) return [];
  const starts =
    interval.kind === "fixed"
      ? fixedEdges(from, to, interval.ms)
      : calendarEdges(from, to, interval.unit, interval.timeZone);
  return [...starts, to];
}
