import type { Line } from "./aligned.ts";

/** A time in which nothing was measured, in milliseconds. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Fewer distances than this say nothing about what is usual. */
const leastDistances = 4;

/** So many distances before one, and after it, tell what is usual there: a device may send at another pace later. */
const around = 32;

/**
 * How far apart two points are before nothing was measured between them, as a multiple of the usual distance, and of that of
 * irregular ones. Buckets of an envelope stand side by side: a few missing ones are a gap.
 */
const ofPoints = { usual: 5, irregular: 3 };
const ofBuckets = { usual: 2.5, irregular: 1.5 };
type Factors = typeof ofPoints;

/** The distance beyond which a line is broken among these. */
function longestJoined(distances: Float64Array, { usual, irregular }: Factors): number {
  const sorted = distances.toSorted();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return Math.max(at(0.5) * usual, at(0.9) * irregular);
}

/** Three of a kind in a row are no gaps: that is how it was sent. */
function isPace(distances: Float64Array, index: number, { usual }: Factors): boolean {
  const least = (distances[index] ?? 0) / usual;
  const isAlike = (by: number) => (distances[index + by] ?? 0) >= least;
  return (isAlike(-1) && (isAlike(-2) || isAlike(1))) || (isAlike(1) && isAlike(2));
}

/** Longer than what is usual before it as well as after it. */
function isGap(distances: Float64Array, index: number, factors: Factors): boolean {
  if (isPace(distances, index, factors)) return false;
  const lastStart = Math.max(0, distances.length - around);
  const starts = new Set([Math.max(0, index - around), Math.min(index + 1, lastStart)]);
  const longest = Math.max(
    ...Array.from(starts, (start) => longestJoined(distances.subarray(start, start + around), factors)),
  );
  return longest > 0 && (distances[index] ?? 0) > longest;
}

export function gapsOf({ times, min, isMarked }: Pick<Line, "times" | "min" | "isMarked">): readonly Gap[] {
  if (isMarked || times.length <= leastDistances) return [];
  const distances = Float64Array.from(times.slice(1), (time, index) => time - (times[index] ?? time));
  const factors = min ? ofBuckets : ofPoints;
  return times.flatMap((to, index) => {
    const from = times[index - 1] ?? to;
    return to > from && isGap(distances, index - 1, factors) ? [{ from, to }] : [];
  });
}

/** A line that is broken where nothing was measured: a gap stays a gap. */
export function withGaps(line: Line): Line {
  const gaps = gapsOf(line);
  if (gaps.length === 0) return line;
  const ends = new Map(gaps.map(({ from, to }) => [to, (from + to) / 2]));
  const places = line.times.map((time) => ends.get(time));
  const broken = (values: readonly (number | null)[]) =>
    values.flatMap((value, index) => (isBreak(places, index) ? [null, value] : [value]));
  return {
    ...line,
    times: line.times.flatMap((time, index) => (isBreak(places, index) ? [places[index] ?? time, time] : [time])),
    values: broken(line.values),
    ...(line.min && { min: broken(line.min) }),
    ...(line.max && { max: broken(line.max) }),
  };
}

/** Only before the first of points that share a time. */
const isBreak = (places: readonly (number | undefined)[], index: number): boolean =>
  places[index] !== undefined && places[index - 1] !== places[index];

/** Where no line has anything: that is shaded. */
export function commonGaps(lines: readonly Line[]): readonly Gap[] {
  const [first, ...others] = lines.map(gapsOf);
  return others.reduce(
    (common, gaps) => common.flatMap((one) => gaps.flatMap((gap) => overlap(one, gap))),
    first ?? [],
  );
}

function overlap(a: Gap, b: Gap): readonly Gap[] {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
  return to > from ? [{ from, to }] : [];
}
