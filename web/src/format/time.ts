const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** In the user's zone and language, to the second. */
export const dateTimeText = (ms: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" }).format(ms);

/** To the millisecond: for measurements. */
export const preciseText = (ms: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...{ day: "numeric", month: "short", year: "numeric" },
    ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 },
  }).format(ms);

/** "14 Nov" */
export const dayText = (ms: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).format(ms);

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
  if (Math.abs(age) > relativeUpToMs) return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(ms);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  if (age < justNowMs) return relative.format(0, "second");
  const [unit, step] = steps.find(([, one]) => age >= one) ?? ["second", secondMs];
  return relative.format(-Math.floor(age / step), unit);
}

/** For `<input type="datetime-local">`, which knows the local zone only. */
export function localInputText(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * minuteMs);
  return local.toISOString().slice(0, 19);
}
