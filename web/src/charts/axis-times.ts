type Parts = Intl.DateTimeFormatOptions;

const [minute, day, month, year] = [60, 86_400, 28 * 86_400, 365 * 86_400];
const clock: Parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const date: Parts = { day: "numeric", month: "short" };
const wholeDate: Parts = { ...date, year: "numeric" };

/** How a tick is written, what is added to the first one, and what where a new day or year begins. */
function stylesOf(step: number): { readonly tick: Parts; readonly first?: Parts; readonly anew?: Parts } {
  if (step >= year) return { tick: { year: "numeric" } };
  if (step >= month) return { tick: { month: "short", year: "numeric" } };
  if (step >= day) return { tick: date, first: { year: "numeric" }, anew: { year: "numeric" } };
  if (step >= minute) return { tick: clock, first: wholeDate, anew: date };
  if (step >= 1) return { tick: { ...clock, second: "2-digit" }, first: wholeDate, anew: date };
  return { tick: { ...clock, second: "2-digit", fractionalSecondDigits: 3 }, first: wholeDate, anew: date };
}

/** What stands at the ticks of an axis of time, in the reader's language and the zone that is shown; times in seconds. */
export function axisTexts(
  seconds: readonly number[],
  step: number,
  locale: string,
  timeZone: string | undefined,
): string[] {
  const { tick, first, anew } = stylesOf(step);
  const textsOf = (parts: Parts | undefined) => {
    const format = parts && new Intl.DateTimeFormat(locale, { ...parts, timeZone });
    return seconds.map((one) => format?.format(one * 1_000) ?? "");
  };
  const [ticks, whole, begun] = [textsOf(tick), textsOf(first), textsOf(anew)];
  return ticks.map((text, at) => {
    if (at === 0) return first ? `${text}\n${whole[0]}` : text;
    return begun[at] === begun[at - 1] ? text : `${text}\n${begun[at]}`;
  });
}
