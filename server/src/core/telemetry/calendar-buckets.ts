import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { invalidRange } from "./errors.ts";

export type CalendarUnit = "DAY" | "WEEK" | "MONTH";

const daysPerWeek = 7;
const monthsPerYear = 12;

/** The first day of the unit that follows the one `date` lies in; weeks start on Monday. */
function nextUnit(date: Temporal.PlainDate, unit: CalendarUnit): Temporal.PlainDate {
  if (unit === "MONTH") return date.add({ months: 1 }).with({ day: 1 });
  return date.add({ days: unit === "WEEK" ? daysPerWeek + 1 - date.dayOfWeek : 1 });
}

/** Midnight as that zone's clocks show it, or the first moment of the day where they skip it (DST). */
const startOf = (day: Temporal.PlainDate, timeZone: string): number => day.toZonedDateTime(timeZone).epochMilliseconds;

function zonedDate(ts: number, timeZone: string): Temporal.PlainDate {
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

const daysBetween = (first: Temporal.PlainDate, last: Temporal.PlainDate): number =>
  first.until(last, { largestUnit: "days" }).days;

function unitsBetween(first: Temporal.PlainDate, last: Temporal.PlainDate, unit: CalendarUnit): number {
  if (unit === "DAY") return daysBetween(first, last);
  if (unit === "MONTH") return (last.year - first.year) * monthsPerYear + last.month - first.month;
  return Math.floor((daysBetween(first, last) + first.dayOfWeek - 1) / daysPerWeek);
}

/** How many buckets [from, to) has, told from its first and its last day alone. A day a zone left out counts too. */
export const countCalendarBuckets = (from: EpochMs, to: EpochMs, unit: CalendarUnit, timeZone: string): number =>
  unitsBetween(zonedDate(from, timeZone), zonedDate(to - 1, timeZone), unit) + 1;

/** Where the buckets of [from, to) begin: at `from`, and then wherever the calendar begins a new unit. */
export function* calendarEdges(from: EpochMs, to: EpochMs, unit: CalendarUnit, timeZone: string): Generator<EpochMs> {
  yield from;
  let last: number = from;
  let next = nextStart(zonedDate(from, timeZone), unit, timeZone);
  while (next !== undefined && next.edge < to) {
    if (next.edge > last) yield epochMs(next.edge);
    last = Math.max(last, next.edge);
    next = nextStart(next.day, unit, timeZone);
  }
}
