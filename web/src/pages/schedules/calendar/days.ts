import { dateFormat } from "../../../format/formatters.ts";
import { localInputMs, localInputText } from "../../../format/time.ts";
import { shownZone } from "../../../format/zone.ts";

/** A day as the shown zone has it: "2026-11-16". Its length is whatever clocks make of it. */
export type Day = string;

const dayMs = 86_400_000;

export const dayOf = (ms: number): Day => localInputText(ms).slice(0, 10);
export const startOf = (day: Day): number => localInputMs(`${day}T00:00:00`);
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(utcOf(text));

/** What the clocks show, in minutes since midnight. */
export function minutesAt(ms: number): number {
  const [hour = 0, minute = 0] = localInputText(ms).slice(11).split(":").map(Number);
  return hour * 60 + minute;
}

const utcOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const textOf = (utc: number): Day => new Date(utc).toISOString().slice(0, 10);

export const plusDays = (day: Day, count: number): Day => textOf(utcOf(day) + count * dayMs);

/** Weeks begin on Monday. */
const mondayOf = (day: Day): Day => plusDays(day, -((new Date(utcOf(day)).getUTCDay() + 6) % 7));

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

function plusMonths(day: Day, count: number): Day {
  const first = new Date(utcOf(firstOfMonth(day)));
  return textOf(first.setUTCMonth(first.getUTCMonth() + count));
}

export type Span = "week" | "month";

/** The days a view shows: seven, or the whole weeks of a month. */
export function daysOf(span: Span, day: Day): readonly Day[] {
  const first = mondayOf(span === "week" ? day : firstOfMonth(day));
  const past = span === "week" ? plusDays(first, 7) : plusDays(mondayOf(plusDays(plusMonths(day, 1), -1)), 7);
  const days: Day[] = [];
  for (let at = first; at < past; at = plusDays(at, 1)) days.push(at);
  return days;
}

export const beside = (span: Span, day: Day, steps: number): Day =>
  span === "week" ? plusDays(day, 7 * steps) : plusMonths(day, steps);

/** In the language of the page; a day has no zone. */
export const dayText = (day: Day, locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(utcOf(day));

export const daysText = (days: readonly Day[], span: Span, locale: string): string => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  const [first = "", last = ""] = [days[0], days.at(-1)];
  if (span === "month") return format({ month: "long", year: "numeric" }).format(utcOf(days[10] ?? first));
  return format({ day: "numeric", month: "short", year: "numeric" }).formatRange(utcOf(first), utcOf(last));
};

/** "06:00", as the shown zone has it. */
export const timeText = (ms: number, locale: string): string => timesIn(locale, shownZone()).format(ms);

let times: { readonly key: string; readonly format: Intl.DateTimeFormat } | undefined;

/** One for all runs of a calendar: making one costs much more than using it. */
function timesIn(locale: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  if (times?.key !== key) times = { key, format: dateFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone }) };
  return times.format;
}
