/** An SVG path through points in a box; a flat line runs through its middle. */
export function sparklinePath(
  times: readonly number[],
  values: readonly number[],
  width: number,
  height: number,
  /** The span of time that the box stands for; else that of the points. */
  span?: { readonly from: number; readonly to: number },
): string {
  if (values.length < 2) return "";
  const [t0 = 0, t1 = 1] = span ? [span.from, span.to] : [times[0], times.at(-1)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (time: number) => ((time - t0) / (t1 - t0 || 1)) * width;
  const y = (value: number) => (1 - shareOf(value, low, high)) * height;
  return values.map((value, i) => `${i ? "L" : "M"}${x(times[i] ?? t0).toFixed(1)} ${y(value).toFixed(1)}`).join("");
}

/** How far up a value is between two others: from 0 to 1, the middle where they are the same. Halves, as the whole may be too large. */
export const shareOf = (value: number, low: number, high: number): number =>
  high === low ? 0.5 : (value / 2 - low / 2) / (high / 2 - low / 2);
