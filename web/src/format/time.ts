import { dateFormat, relativeFormat } from "./formatters.ts";
import { shownZone, zoneOffsetMs } from "./zone.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** In the user's zone and language, to the second. */
export const dateTimeText = (ms: number, locale: string): string =>
  dateFormat(locale, { dateStyle: "medium", timeStyle: "medium", timeZone: shownZone() }).format(ms);

/** "14 Nov" */
export const dayText = (ms: number, locale: string): string =>
  dateFormat(locale, { day: "numeric", month: "short", timeZone: shownZone() }).format(ms);

/** "14 Nov, 16:05" */
export const dayTimeText = (ms: number, locale: string): string =>
  dateFormat(locale, {
    ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
    timeZone: shownZone(),
  }).format(ms);

/** "16:05:07" */
export const clockText = (ms: number, locale: string): string =>
  dateFormat(locale, { timeStyle: "medium", timeZone: shownZone() }).format(ms);

/** The same for machines and for comparing notes across zones. */
export const utcText = (ms: number): string => `${new Date(ms).toISOString().replace("T", " ").replace("Z", "")} UTC`;

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
  ["second", secondMs],
];
const justNowMs = 5 * secondMs;
const relativeUpToMs = 7 * dayMs;

/** "3 minutes ago" for what is recent, the date for the rest. */
export function agoText(ms: number, now: number, locale: string): string {
  const age = now - ms;
  if (Math.abs(age) > relativeUpToMs)
    return dateFormat(locale, { dateStyle: "medium", timeZone: shownZone() }).format(ms);
  const relative = relativeFormat(locale, { numeric: "auto", style: "short" });
  if (age < justNowMs) return relative.format(0, "second");
  const [unit, step] = steps.find(([, one]) => age >= one) ?? ["second", secondMs];
  return relative.format(-Math.floor(age / step), unit);
}

/** "in 4 days"; what is due now, or was, is "now". */
export function untilText(ms: number, now: number, locale: string): string {
  const ahead = Math.max(0, ms - now);
  const numeric = ahead < secondMs ? "auto" : "always"; // "tomorrow" would be a day of the calendar
  const relative = relativeFormat(locale, { numeric, style: "short" });
  const [unit, step] = steps.find(([, one]) => ahead >= one) ?? ["second", secondMs];
  return relative.format(Math.floor(ahead / step), unit);
}

/** For `<input type="datetime-local">`, which knows no zone: it is the one in which dates are shown. */
export const localInputText = (ms: number): string => new Date(ms + zoneOffsetMs(ms)).toISOString().slice(0, 19);

/** The moment such an input means; not a number where it is empty. */
export function localInputMs(text: string): number {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const guess = asUtc - zoneOffsetMs(asUtc); // a change of the clocks may lie between both
  return asUtc - zoneOffsetMs(guess);
}
