import { numberFormat } from "./formatters.ts";

const units: readonly [unit: "day" | "hour" | "minute" | "second", ms: number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

/** "1 h 20 min": the two largest units of how long something took. */
export function durationText(ms: number, locale: string): string {
  const first = units.findIndex(([, size]) => ms >= size);
  if (first === -1) return unitText(0, "second", locale);
  const [, size] = units[first] ?? ["second", 1_000];
  const shown = [units[first], units[first + 1]].flatMap((unit) => (unit ? [unit] : []));
  const parts = shown.map(([unit, each], index) => {
    const rest = index === 0 ? ms : ms % size;
    return { unit, count: Math.floor(rest / each) };
  });
  return parts
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => unitText(count, unit, locale))
    .join(" ");
}

const unitText = (count: number, unit: "day" | "hour" | "minute" | "second", locale: string): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(count);

/** How long a range is: of less than a second, in milliseconds. */
export const spanText = (ms: number, locale: string): string =>
  ms >= 1_000
    ? durationText(ms, locale)
    : numberFormat(locale, { style: "unit", unit: "millisecond", maximumSignificantDigits: 3 }).format(ms);
