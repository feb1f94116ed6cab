/** To make one takes a hundred times as long as to use it, and a list writes hundreds of numbers and times with each step. */
const [dates, relatives, numbers] = [
  new Map<string, Intl.DateTimeFormat>(),
  new Map<string, Intl.RelativeTimeFormat>(),
  new Map<string, Intl.NumberFormat>(),
];

/** One for each language and form; there are few of them in a page. */
function kept<T>(of: Map<string, T>, locale: string, options: object, make: () => T): T {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = of.get(key);
  if (known) return known;
  const made = make();
  of.set(key, made);
  return made;
}

/** A clock has 24 hours, in every language: on axes there is no room for another notation, and two of them are hard to compare. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(dates, locale, options, () => new Intl.DateTimeFormat(locale, { ...options, hourCycle: "h23" }));

export const relativeFormat = (locale: string, options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  kept(relatives, locale, options, () => new Intl.RelativeTimeFormat(locale, options));

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept(numbers, locale, options, () => new Intl.NumberFormat(locale, options));
