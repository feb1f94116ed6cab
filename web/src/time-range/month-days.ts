/** Days are written as `2026-11-16`: a calendar knows no zone, and no day of it has 23 hours. */
const dayMs = 86_400_000;
export const utcMsOf = (day: string): number => Date.parse(`${day}T00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const daysLater = (day: string, days: number): string => dayOf(utcMsOf(day) + days * dayMs);

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(utcMsOf(day)).getUTCDay() + 6) % 7;

/** The same day of another month, or the last one it has. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** Whole weeks, from Monday on, with all days of the month of a day. */
export function weeksAround(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const begin = daysLater(first, -weekdayOf(first));
  const end = monthsLater(first, 1);
  const count = Math.ceil((utcMsOf(end) - utcMsOf(begin)) / dayMs / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => daysLater(begin, week * 7 + at)),
  );
}

/** Where a key leads from a day; undefined for keys that lead nowhere. With Shift a page is a year. */
export function dayByKey(day: string, key: string, isShift = false): string | undefined {
  if (key === "PageUp" || key === "PageDown") return monthsLater(day, (key === "PageUp" ? -1 : 1) * (isShift ? 12 : 1));
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 },
    ...{ Home: -weekdayOf(day), End: 6 - weekdayOf(day) },
  };
  const step = steps[key];
  return step === undefined ? undefined : daysLater(day, step);
}
