import type { Place } from "@heliograph/contract";
import { type Grid, settled } from "./grid.ts";

export const alignments = ["left", "right", "top", "width", "height"] as const;
export type Alignment = (typeof alignments)[number];

/** The chosen ones at one edge, or as large as the first of them as one reads; what then lies over another moves down. */
export function aligned(
  grid: Grid,
  layout: readonly Place[],
  names: ReadonlySet<string>,
  alignment: Alignment,
): Place[] {
  const chosen = layout.filter(({ widget }) => names.has(widget));
  const [first] = chosen.toSorted((one, other) => one.y - other.y || one.x - other.x);
  if (!first || chosen.length < 2) return [...layout];
  const left = Math.min(...chosen.map(({ x }) => x));
  const right = Math.max(...chosen.map(({ x, w }) => x + w));
  const there: Readonly<Record<Alignment, (place: Place) => Place>> = {
    left: (place) => ({ ...place, x: left }),
    right: (place) => ({ ...place, x: right - place.w }),
    top: (place) => ({ ...place, y: first.y }),
    width: (place) => ({ ...place, w: first.w, x: Math.min(place.x, grid.columns - first.w) }),
    height: (place) => ({ ...place, h: first.h }),
  };
  return settled(
    layout.map((place) => (names.has(place.widget) ? there[alignment](place) : place)),
    names,
  );
}
