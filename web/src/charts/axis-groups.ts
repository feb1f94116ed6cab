import type { Line } from "./aligned.ts";

export type Side = "LEFT" | "RIGHT";

/** Lines that share an axis. */
export interface AxisGroup {
  readonly scale: string;
  /** Empty where none is known, or where there are several. */
  readonly unit: string;
  readonly side: Side;
  /** Their places among all lines. */
  readonly members: readonly number[];
}

type Unplaced = Omit<AxisGroup, "side"> & { readonly side?: Side };

/**
 * Lines that somebody put on a side share its axis. Others share one by their unit; those of which no unit is known share one
 * only if each of them can still be read there: it keeps at least a twentieth of the height [TYP3].
 */
export function axisGroups(lines: readonly Line[]): readonly AxisGroup[] {
  const own = [...lines.keys()].filter((index) => lines[index]?.shadowOf === undefined);
  const free = own.filter((index) => lines[index]?.axis === undefined);
  const sided = sidedGroups(lines, own);
  const units = Map.groupBy(free, (index) => lines[index]?.unit ?? "");
  const unknown = units.get("") ?? [];
  units.delete("");
  const joined = sided.map((group) => {
    const members = [...group.members, ...(units.get(group.unit) ?? [])];
    units.delete(group.unit); // taken by the first side that has it
    return { ...group, members };
  });
  const named = [...units].map(([unit, members]) => ({ scale: `y ${unit}`, unit, members }));
  const others = byMagnitude(lines, unknown).map((members, index) => ({ scale: `y#${index}`, unit: "", members }));
  const groups = [...joined, ...named, ...others].map((group) => ({ ...group, members: withShadows(lines, group) }));
  return placed(groups.sort((a, b) => (a.members[0] ?? 0) - (b.members[0] ?? 0)));
}

function sidedGroups(lines: readonly Line[], own: readonly number[]): readonly Unplaced[] {
  return (["LEFT", "RIGHT"] as const).flatMap((side) => {
    const members = own.filter((index) => lines[index]?.axis === side);
    const [unit = "", ...more] = new Set(members.map((index) => lines[index]?.unit ?? ""));
    return members.length === 0 ? [] : [{ scale: `y ${side}`, unit: more.length > 0 ? "" : unit, side, members }];
  });
}

/** What was before is read on the axis of what is. */
const withShadows = (lines: readonly Line[], { members }: Pick<AxisGroup, "members">): number[] => {
  const shadows = [...lines.entries()].flatMap(([index, { shadowOf }]) =>
    shadowOf !== undefined && members.includes(shadowOf) ? [index] : [],
  );
  return [...members, ...shadows].sort((a, b) => a - b);
};

/** Where nobody said a side, the one with fewer axes, left before right. */
function placed(groups: readonly Unplaced[]): readonly AxisGroup[] {
  const count = { LEFT: 0, RIGHT: 0 };
  for (const { side } of groups) if (side) count[side]++;
  return groups.map((group) => {
    if (group.side) return { ...group, side: group.side };
    const side = count.LEFT <= count.RIGHT ? "LEFT" : "RIGHT";
    count[side]++;
    return { ...group, side };
  });
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
