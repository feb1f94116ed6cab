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

/** So many pixels a tick of short labels needs, and a letter of longer ones with the air between them. */
const [shortTick, letter, airBetween] = [50, 7, 16];
const letters = { millisecond: 12, second: 8, month: 8 };

/** How far ticks have to be apart, at least, so that their texts stand side by side; the range in seconds. */
export function tickSpace(range: number, width: number): number {
  const wide = (count: number) => count * letter + airBetween;
  const stepOf = (space: number) => (range * space) / Math.max(1, width);
  if (stepOf(wide(letters.millisecond)) < 1) return wide(letters.millisecond);
  if (stepOf(wide(letters.second)) < minute) return wide(letters.second);
  return stepOf(shortTick) >= day ? wide(letters.month) : shortTick;
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

/** Of shorter ranges milliseconds are told. */
const preciseBelow = 10 * minute;

/**
 * What stands below a range of time: its days ("17–19 Nov 2026"), or the moment under the pointer; all in seconds. A pointer
 * asks in each frame, so that what writes them is made once.
 */
export function footTexts(locale: string, timeZone: string | undefined) {
  const second: Parts = { ...wholeDate, ...clock, second: "2-digit" };
  const [days, seconds, precise] = [wholeDate, second, { ...second, fractionalSecondDigits: 3 as const }].map(
    (parts) => new Intl.DateTimeFormat(locale, { ...parts, timeZone }),
  );
  return ([from, to]: readonly [number, number], moment: number | undefined): string | undefined =>
    moment === undefined
      ? days?.formatRange(from * 1_000, to * 1_000)
      : (to - from < preciseBelow ? precise : seconds)?.format(moment * 1_000);
}
