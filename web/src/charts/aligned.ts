/** One line of a chart; times in Unix ms, rising. `min` and `max` where it is drawn as an envelope. */
export interface Line {
  readonly label: string;
  readonly unit: string;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly min?: readonly (number | null)[];
  readonly max?: readonly (number | null)[];
}

export type Columns = [times: number[], ...values: (number | null)[][]];

/** All lines on one axis of time, in seconds, as the chart wants them; a line without a point at a time has null. */
export function alignedColumns(lines: readonly Line[]): Columns {
  const times = mergedTimes(lines.map((line) => line.times));
  const positions = new Map(times.map((time, index) => [time, index]));
  const spread = (line: Line, values: readonly (number | null)[]): (number | null)[] => {
    const column = new Array<number | null>(times.length).fill(null);
    line.times.forEach((time, index) => {
      const at = positions.get(time);
      if (at !== undefined) column[at] = values[index] ?? null;
    });
    return column;
  };
  const columns = lines.flatMap((line) => valuesOf(line).map((values) => spread(line, values)));
  return [times.map((time) => time / 1_000), ...columns];
}

const valuesOf = ({ values, min, max }: Line): (readonly (number | null)[])[] =>
  min && max ? [values, min, max] : [values];

/** Lines sampled together, the usual case, need no sorting. */
function mergedTimes(lists: readonly (readonly number[])[]): number[] {
  const [first, ...others] = lists;
  if (!first) return [];
  if (others.every((times) => times.length === first.length && times.every((time, i) => time === first[i])))
    return [...first];
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}
