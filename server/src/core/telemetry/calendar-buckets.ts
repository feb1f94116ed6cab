import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { maxAbsoluteTs } from "./limits.ts";
import { shownAt, ZoneClock } from "./zone-clock.ts";

export type CalendarUnit = "DAY" | "WEEK" | "MONTH";

const msPerDay = 86_400_000;
const daysPerWeek = 7;
const monthsPerYear = 12;
const epochYear = 1970;
/** That year began on a Thursday, three days after a Monday. */
const daysSinceMonday = 3;

/** Days since 1970 of what clocks show. */
const dayOf = (shown: number): number => Math.floor(shown / msPerDay);
const weekOf = (day: number): number => Math.floor((day + daysSinceMonday) / daysPerWeek);

/** Months since 1970. A zone behind UTC shows, at the first moment a date can hold, the day before; same month. */
function monthOf(day: number): number {
  const date = new Date(Math.max(day * msPerDay, -maxAbsoluteTs));
  return (date.getUTCFullYear() - epochYear) * monthsPerYear + date.getUTCMonth();
}

/** Which unit a day lies in, counted from 1970; weeks start on Monday. */
function unitOf(day: number, unit: CalendarUnit): number {
  if (unit === "DAY") return day;
  return unit === "WEEK" ? weekOf(day) : monthOf(day);
}

/** What clocks show when a unit begins. Not a number beyond the last month a date can hold: nothing begins there. */
function beginningOf(index: number, unit: CalendarUnit): number {
  if (unit === "DAY") return index * msPerDay;
  if (unit === "WEEK") return (index * daysPerWeek - daysSinceMonday) * msPerDay;
  return Date.UTC(epochYear, index);
}

/** How many buckets [from, to) has, told from its first and its last day alone. A day a zone left out counts too. */
export function countCalendarBuckets(from: EpochMs, to: EpochMs, unit: CalendarUnit, timeZone: string): number {
  const [first, last] = [shownAt(from, timeZone), shownAt(to - 1, timeZone)];
  return unitOf(dayOf(last), unit) - unitOf(dayOf(first), unit) + 1;
}

/** Where the buckets of [from, to) begin: at `from`, and then wherever the calendar begins a new unit. */
export function* calendarEdges(from: EpochMs, to: EpochMs, unit: CalendarUnit, timeZone: string): Generator<EpochMs> {
  yield from;
  const clock = new ZoneClock(from, timeZone);
  let last: number = from;
  let index = unitOf(dayOf(shownAt(from, timeZone)), unit);
  for (;;) {
    const edge = clock.firstAt(beginningOf(++index, unit));
    if (!(edge < to)) return;
    if (edge > last) yield epochMs(edge);
    last = Math.max(last, edge);
  }
}
