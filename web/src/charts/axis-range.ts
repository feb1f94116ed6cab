import uPlot from "uplot";
import type { Line } from "./aligned.ts";
import { type EndsBySide, endedAt, endsOf } from "./axis-ends.ts";
import type { AxisGroup } from "./axis-groups.ts";
import { standsOnZero } from "./line-look.ts";

export type AxisRange = (low: number, high: number) => [number, number];

/** Undefined where the library chooses, from what is drawn alone. */
export function rangeOf(
  lines: readonly Line[],
  groups: readonly AxisGroup[],
  index: number,
  bySide: EndsBySide,
): AxisRange | undefined {
  const ends = endsOf(groups, index, bySide);
  const levels = standsOnZero(lines, groups[index]?.members ?? []) ? [0] : [];
  if (!ends && levels.length === 0) return undefined;
  return (low, high) => endedAt(reaching(low, high, levels), ends ?? {});
}

/** With some air above and below, as the library leaves it. */
export const reaching = (low: number, high: number, levels: readonly number[]): [number, number] => {
  const [from, to] = [Math.min(low, ...levels), Math.max(high, ...levels)];
  const [start, end] = uPlot.rangeNum(from, to, 0.1, true);
  return countable(start ?? from, end ?? to, from, to);
};

/** Numbers near the greatest there is leave no air, and what lies between them has to be a number as well. */
function countable(start: number, end: number, from: number, to: number): [number, number] {
  if (Number.isFinite(end - start)) return [start, end];
  if (from >= 0) return [0, Number.MAX_VALUE];
  if (to <= 0) return [-Number.MAX_VALUE, 0];
  return [-Number.MAX_VALUE / 2, Number.MAX_VALUE / 2];
}
