/** An SVG path through points in a box; a flat line runs through its middle, one point is a line without length: a dot. */
export function sparklinePath(
  times: readonly number[],
  values: readonly number[],
  width: number,
  height: number,
  /** The span of time that the box stands for; else that of the points. */
  span?: { readonly from: number; readonly to: number },
): string {
  const [t0 = 0, t1 = 1] = span ? [span.from, span.to] : [times[0], times.at(-1)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (time: number) => ((time - t0) / (t1 - t0 || 1)) * width;
  const y = (value: number) => (1 - shareOf(value, low, high)) * height;
  const points = values.map((value, i) => `${i ? "L" : "M"}${x(times[i] ?? t0).toFixed(1)} ${y(value).toFixed(1)}`);
  return points.length === 1 ? `${points[0]}h0` : points.join("");
}

/** A dot at each point of such a path: a line that is too short to be seen, with round ends. */
export const dotsOn = (path: string): string => path.replaceAll(/[ML]([\d.-]+ [\d.-]+)(?:h0)?/g, "M$1h0.01");

/** How far up a value is between two others: from 0 to 1, the middle where they are the same. Halves, as the whole may be too large. */
export const shareOf = (value: number, low: number, high: number): number =>
  high === low ? 0.5 : (value / 2 - low / 2) / (high / 2 - low / 2);
