/** How far apart points usually are, and when nothing was measured between two of them: charts and timelines decide alike. */

/** So many distances before one, and after it, tell what is usual there: a device may send at another pace later. */
export const distancesAround = 32;

/**
 * How far apart two points are before nothing was measured between them, as a multiple of the usual distance, and of that of
 * irregular ones. Buckets of an envelope stand side by side: a few missing ones are a gap.
 */
export interface GapFactors {
  readonly usual: number;
  readonly irregular: number;
}
export const ofPoints: GapFactors = { usual: 5, irregular: 3 };
export const ofBuckets: GapFactors = { usual: 2.5, irregular: 1.5 };

/** The distance beyond which a line is broken among these. */
export function longestJoined(distances: Float64Array, { usual, irregular }: GapFactors): number {
  const sorted = distances.toSorted();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return Math.max(at(0.5) * usual, at(0.9) * irregular);
}

/** Three of a kind in a row are no gaps: that is how it was sent. */
function isPace(distances: Float64Array, index: number, { usual }: GapFactors): boolean {
  const least = (distances[index] ?? 0) / usual;
  const isAlike = (by: number) => (distances[index + by] ?? 0) >= least;
  return (isAlike(-1) && (isAlike(-2) || isAlike(1))) || (isAlike(1) && isAlike(2));
}

/** Longer than what is usual before it as well as after it. */
export function isGap(distances: Float64Array, index: number, factors: GapFactors): boolean {
  if (isPace(distances, index, factors)) return false;
  const lastStart = Math.max(0, distances.length - distancesAround);
  const starts = new Set([Math.max(0, index - distancesAround), Math.min(index + 1, lastStart)]);
  const longest = Math.max(
    ...Array.from(starts, (start) => longestJoined(distances.subarray(start, start + distancesAround), factors)),
  );
  return longest > 0 && (distances[index] ?? 0) > longest;
}
