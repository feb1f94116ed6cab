import type { Line } from "./aligned.ts";

/** Lines that share an axis. */
export interface AxisGroup {
  readonly scale: string;
  readonly unit: string;
  /** Their places among all lines. */
  readonly members: readonly number[];
}

/**
 * Lines of one unit share an axis. Those of which no unit is known share one only if each of them can still be read there:
 * it keeps at least a twentieth of the height [TYP3].
 */
export function axisGroups(lines: readonly Line[]): readonly AxisGroup[] {
  const units = new Map<string, number[]>();
  const unknown: number[] = [];
  for (const [index, { unit }] of lines.entries()) {
    if (unit === "") unknown.push(index);
    else units.set(unit, [...(units.get(unit) ?? []), index]);
  }
  const named = [...units].map(([unit, members]) => ({ scale: `y ${unit}`, unit, members }));
  const others = byMagnitude(lines, unknown).map((members, index) => ({ scale: `y#${index}`, unit: "", members }));
  return [...named, ...others].sort((a, b) => (a.members[0] ?? 0) - (b.members[0] ?? 0));
}

const smallestShare = 1 / 20;

interface Extent {
  readonly low: number;
  readonly high: number;
}

/** From the narrowest line on, each joins the first group in which all can be read; as few groups as that makes. */
function byMagnitude(lines: readonly Line[], members: readonly number[]): readonly number[][] {
  const extents = new Map(members.map((index) => [index, extentOf(lines[index])]));
  const groups: { members: number[]; extent: Extent; narrowest: number }[] = [];
  const heightOf = ({ low, high }: Extent) => high - low;
  const ordered = members.toSorted((a, b) => middleOf(extents.get(a)) - middleOf(extents.get(b)));
  for (const index of ordered) {
    const own = extents.get(index) ?? { low: 0, high: 0 };
    const ownHeight = heightOf(own) || Number.POSITIVE_INFINITY; // a line without ups and downs is read anywhere
    const joined = groups.find(({ extent, narrowest }) => {
      const height = Math.max(extent.high, own.high) - Math.min(extent.low, own.low);
      return Math.min(narrowest, ownHeight) >= height * smallestShare || height === 0;
    });
    if (!joined) groups.push({ members: [index], extent: own, narrowest: ownHeight });
    else {
      joined.members.push(index);
      joined.extent = { low: Math.min(joined.extent.low, own.low), high: Math.max(joined.extent.high, own.high) };
      joined.narrowest = Math.min(joined.narrowest, ownHeight);
    }
  }
  return groups.map((group) => group.members.sort((a, b) => a - b));
}

const middleOf = (extent: Extent | undefined): number => (extent ? (extent.low + extent.high) / 2 : 0);

function extentOf(line: Line | undefined): Extent {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of [line?.values, line?.min, line?.max])
    for (const value of values ?? []) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return low > high ? { low: 0, high: 0 } : { low, high };
}
