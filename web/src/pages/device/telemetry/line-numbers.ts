import type { Line } from "../../../charts/aligned.ts";

export interface LineNumbers {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

/** Of what is drawn between two moments; of an envelope the bounds it has. Undefined where there is no number. */
export function lineNumbers(line: Line, from: number, to: number): LineNumbers | undefined {
  let [min, max, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const [at, time] of line.times.entries()) {
    const value = line.values[at];
    if (time < from || time > to || value === null || value === undefined) continue;
    min = Math.min(min, line.min?.[at] ?? value);
    max = Math.max(max, line.max?.[at] ?? value);
    sum += value;
    count++;
  }
  return count === 0 ? undefined : { min, max, mean: sum / count };
}
