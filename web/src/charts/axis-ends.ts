import type { AxisGroup, Side } from "./axis-groups.ts";

/** From where to where an axis goes; what is not said follows from the values. */
interface AxisEnds {
  readonly min?: number;
  readonly max?: number;
}

export type EndsBySide = Readonly<Partial<Record<Side, AxisEnds>>>;

/** What was said for a side is about its first axis, the one nearest to the lines. */
export function endsOf(groups: readonly AxisGroup[], index: number, ends: EndsBySide): AxisEnds | undefined {
  const side = groups[index]?.side;
  const isFirst = groups.findIndex((group) => group.side === side) === index;
  return isFirst && side !== undefined ? ends[side] : undefined;
}

/** The ends that were said in place of those that follow from the values; one that lies beyond the other pushes it away. */
export function endedAt([low, high]: readonly [number, number], { min, max }: AxisEnds): [number, number] {
  const [from, to] = [min ?? low, max ?? high];
  if (to > from) return [from, to];
  return max === undefined ? [from, from + 1] : [to - 1, to];
}
