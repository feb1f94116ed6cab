import type { Line } from "./aligned.ts";

/** A time in which nothing was measured, in milliseconds. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Fewer distances than this say nothing about what is usual. */
const leastDistances = 4;

/**
 * How far apart two points are before nothing was measured between them, as a multiple of the usual distance, and of that of
 * irregular ones. Buckets of an envelope stand side by side: a few missing ones are a gap.
 */
const ofPoints = { usual: 5, irregular: 3 };
const ofBuckets = { usual: 2.5, irregular: 1.5 };

/** The distance beyond which a line is broken; undefined where too little is known. */
function longestJoined({ times, min }: Pick<Line, "times" | "min">): number | undefined {
  if (times.length <= leastDistances) return undefined;
  const distances = Float64Array.from(times.slice(1), (time, index) => time - (times[index] ?? time)).sort();
  const at = (share: number) => distances[Math.floor((distances.length - 1) * share)] ?? 0;
  const factors = min ? ofBuckets : ofPoints;
  return Math.max(at(0.5) * factors.usual, at(0.9) * factors.irregular);
}

export function gapsOf(line: Pick<Line, "times" | "min" | "isMarked">): readonly Gap[] {
  const longest = line.isMarked ? undefined : longestJoined(line);
  if (longest === undefined || longest === 0) return [];
  return line.times.flatMap((to, index) => {
    const from = line.times[index - 1] ?? to;
    return to - from > longest ? [{ from, to }] : [];
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
