type Parts = Intl.DateTimeFormatOptions;

const [minute, day, month, year] = [60, 86_400, 28 * 86_400, 365 * 86_400];
const clock: Parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const date: Parts = { day: "numeric", month: "short" };
const wholeDate: Parts = { ...date, year: "numeric" };

/** How a tick is written. */
function styleOf(step: number): Parts {
  if (step >= year) return { year: "numeric" };
  if (step >= month) return { month: "short", year: "numeric" };
  if (step >= day) return date;
  if (step >= minute) return clock;
  if (step >= 1) return { ...clock, second: "2-digit" };
  return { ...clock, second: "2-digit", fractionalSecondDigits: 3 };
}

/**
 * What stands at the ticks of an axis of time, in the reader's language and the zone that is shown; times in seconds. Where a
 * day begins, its date stands in place of 00:00: a second row would cost the lines their height.
 */
export function axisTexts(
  seconds: readonly number[],
  step: number,
  locale: string,
  timeZone: string | undefined,
): string[] {
  const [tick, dated, hours] = [styleOf(step), date, clock].map(
    (parts) => new Intl.DateTimeFormat(locale, { ...parts, timeZone }),
  );
  const beginsDay = (ms: number) => step >= minute && step < day && hours?.format(ms) === "00:00";
  return seconds.map((one) => (beginsDay(one * 1_000) ? dated : tick)?.format(one * 1_000) ?? "");
}

/** "17–19 Nov 2026": the days of a range, in seconds. */
export const daysText = (from: number, to: number, locale: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(locale, { ...wholeDate, timeZone }).formatRange(from * 1_000, to * 1_000);
