import { commonDecimals } from "../format/common-decimals.ts";
import { fixedText, withMinus } from "../format/number.ts";

/** From here on, powers of ten: all their digits would not fit beside an axis. */
const longFrom = 1e9;
const leastShown = 1e-6;

/** The numbers at an axis, each with as many decimals as the others. */
export function axisNumbers(ticks: readonly (number | null)[], locale: string): string[] {
  const numbers = ticks.filter((tick) => tick !== null);
  const sizes = numbers.map(Math.abs).filter((size) => size > 0);
  const isLong = sizes.some((size) => size >= longFrom) || (sizes.length > 0 && Math.max(...sizes) < leastShown);
  const decimals = isLong ? 0 : commonDecimals(numbers);
  const text = (tick: number) => (isLong && tick !== 0 ? shortPower(tick) : fixedText(tick, decimals, locale));
  return ticks.map((tick) => (tick === null ? "" : text(tick)));
}

const shortPower = (value: number): string => withMinus(Number(value.toPrecision(6)).toExponential());

/** How far ticks may be apart: the library's own steps, and on to the greatest numbers, where it has none. */
const [leastPower, greatestPower] = [-32, 307];
export const axisSteps: number[] = Array.from({ length: greatestPower - leastPower + 1 }, (_, at) =>
  [1, 2, 2.5, 5].map((times) => Number(`${times}e${leastPower + at}`)),
).flat();
