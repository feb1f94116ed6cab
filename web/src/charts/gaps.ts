import { isGap, ofBuckets, ofPoints } from "@heliograph/contract/pace";
import type { Line } from "./aligned.ts";

/** A time in which nothing was measured, in milliseconds. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Fewer distances than this say nothing about what is usual. */
const leastDistances = 4;

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
