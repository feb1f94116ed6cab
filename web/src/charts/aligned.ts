import type { ChannelLimits } from "@heliograph/contract";
import type { Series } from "./series-colours.ts";

/** One line of a chart; times in Unix ms, rising. `min` and `max` where it is drawn as an envelope. */
export interface Line {
  readonly label: string;
  readonly unit: string;
  /** Where its type chose one. */
  readonly colour?: string;
  /** Whose colour it has else; without, that of its label. */
  readonly series?: Series;
  /** Where its type has some; they are drawn behind it. */
  readonly limits?: ChannelLimits;
  /** In the legend; without, as many as a value has. */
  readonly decimals?: number;
  /** Without, from point to point. */
  readonly draw?: "LINE" | "STEP" | "BARS" | "BAND";
  readonly isDashed?: boolean;
  /** Without, by its unit. */
  readonly axis?: "LEFT" | "RIGHT";
  /** It tells what the line at this place was before, and is drawn like it, fainter. */
  readonly shadowOf?: number;
  /** Where nothing was measured is marked in it already, by null. */
  readonly isMarked?: boolean;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly min?: readonly (number | null)[];
  readonly max?: readonly (number | null)[];
}

/** For the chart, null is a gap, undefined a time at which only other lines have a point. */
type Column = (number | null | undefined)[];
export type Columns = [times: number[], ...values: Column[]];

/** All lines on one axis of time, in seconds, as the chart wants them. */
export function alignedColumns(lines: readonly Line[]): Columns {
  const [first] = lines;
  if (!first) return [[]];
  if (lines.every(({ times }) => isSame(times, first.times))) return together(first.times, lines);
  const times = Float64Array.from(new Set(lines.flatMap(({ times: all }) => all))).sort();
  const columns = lines.flatMap((line) => valuesOf(line).map((values) => spread(line.times, values, times)));
  return [Array.from(times, inSeconds), ...columns];
}

const inSeconds = (ms: number): number => ms / 1_000;

/** Lines sampled together, the usual case, are taken as they are. */
const together = (times: readonly number[], lines: readonly Line[]): Columns => [
  times.map(inSeconds),
  ...lines.flatMap((line) => valuesOf(line).map((values) => values as Column)),
];

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || (a.length === b.length && a.every((time, index) => time === b[index]));

const valuesOf = ({ values, min, max }: Line): (readonly (number | null)[])[] =>
  min && max ? [values, min, max] : [values];

/** Both lists of times rise, so one walk over them is enough. */
function spread(own: readonly number[], values: readonly (number | null)[], all: Float64Array): Column {
  const column: Column = new Array(all.length).fill(undefined);
  let at = 0;
  for (let index = 0; index < all.length && at < own.length; index++) {
    if (all[index] !== own[at]) continue;
    column[index] = values[at] ?? null;
    at++;
    while (at < own.length && own[at] === all[index]) at++; // a repeated time is drawn once
  }
  return column;
}
