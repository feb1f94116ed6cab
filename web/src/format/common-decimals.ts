/** More say nothing: they are what is left of a division. */
const atMost = 9;

/** So many decimals show every one of these numbers whole, as far as they have so many significant digits. */
export function commonDecimals(numbers: readonly number[], significant = 10): number {
  const largest = Math.max(...numbers.map(Math.abs), Number.MIN_VALUE);
  const room = Math.min(atMost, Math.max(0, significant - 1 - Math.floor(Math.log10(largest))));
  if (room === 0) return 0;
  return Math.max(0, ...numbers.map((number) => decimalsIn(number, room)));
}

function decimalsIn(number: number, room: number): number {
  const [, decimals = ""] = number.toFixed(room).split(".");
  return decimals.replace(/0+$/, "").length;
}
