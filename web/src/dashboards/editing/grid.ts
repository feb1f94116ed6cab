import { dashboardBounds, gridColumns, isOver, narrowColumns, type Place } from "@heliograph/contract";

/** What a page is laid out on. */
export interface Grid {
  readonly columns: number;
  /** Smaller than that a widget shows nothing. */
  readonly least: { readonly w: number; readonly h: number };
}

export const wideGrid: Grid = { columns: gridColumns, least: { w: 2, h: 2 } };
export const phoneGrid: Grid = { columns: narrowColumns, least: { w: 1, h: 2 } };

/** The handles of a widget, by the corners of the sky. */
export const edges = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;
export type Edge = (typeof edges)[number];

type Names = ReadonlySet<string>;

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

/** In the order one reads them. */
export const inReadingOrder = (layout: readonly Place[]): Place[] =>
  layout.toSorted((one, other) => one.y - other.y || one.x - other.x);

export const bottomOf = (layout: readonly Place[]): number => Math.max(0, ...layout.map(({ y, h }) => y + h));

/** Some of them so many cells further, together and as far as the grid goes; what is in their way moves down. */
export function moved(grid: Grid, layout: readonly Place[], names: Names, dx: number, dy: number): Place[] {
  const chosen = layout.filter(({ widget }) => names.has(widget));
  if (chosen.length === 0) return [...layout];
  const left = Math.min(...chosen.map(({ x }) => x));
  const right = Math.max(...chosen.map(({ x, w }) => x + w));
  const top = Math.min(...chosen.map(({ y }) => y));
  const byX = between(-left, dx, grid.columns - right);
  const byY = between(-top, dy, dashboardBounds.rows - bottomOf(layout));
  const there = layout.map((place) =>
    names.has(place.widget) ? { ...place, x: place.x + byX, y: place.y + byY } : place,
  );
  return settled(there, names);
}

/** One of them pulled at an edge by so many cells. */
export function resized(
  grid: Grid,
  layout: readonly Place[],
  name: string,
  edge: Edge,
  dx: number,
  dy: number,
): Place[] {
  const there = layout.map((place) => (place.widget === name ? pulled(grid, place, edge, dx, dy) : place));
  return settled(there, new Set([name]));
}

function pulled({ columns, least }: Grid, { widget, x, y, w, h }: Place, edge: Edge, dx: number, dy: number): Place {
  const leastWidth = Math.min(least.w, w);
  const leastHeight = Math.min(least.h, h);
  const left = edge.includes("w") ? between(0, x + dx, x + w - leastWidth) : x;
  const top = edge.includes("n") ? between(0, y + dy, y + h - leastHeight) : y;
  const right = edge.includes("e") ? between(x + leastWidth, x + w + dx, columns) : x + w;
  const bottom = edge.includes("s") ? Math.max(y + leastHeight, y + h + dy) : y + h;
  return { widget, x: left, y: top, w: right - left, h: Math.min(bottom - top, dashboardBounds.rowsOfWidget) };
}

/** Nothing lies over anything: those that are held keep their places, the others move down until they are free. */
export function settled(layout: readonly Place[], held: Names): Place[] {
  const order = inReadingOrder(layout).toSorted(
    (one, other) => Number(held.has(other.widget)) - Number(held.has(one.widget)),
  );
  const placed = new Map<string, Place>();
  for (const place of order) placed.set(place.widget, lowered(place, [...placed.values()]));
  return layout.map((place) => placed.get(place.widget) ?? place);
}

function lowered(place: Place, placed: readonly Place[]): Place {
  let free = place;
  for (;;) {
    const inTheWay = placed.filter((one) => isOver(one, free));
    if (inTheWay.length === 0) return free;
    free = { ...free, y: Math.max(...inTheWay.map(({ y, h }) => y + h)) };
  }
}

/** The first place, as one reads, where something of this size fits: the last one is below all others. */
export function freePlace({ columns }: Grid, layout: readonly Place[], w: number, h: number): Omit<Place, "widget"> {
  const width = Math.min(w, columns);
  for (let y = 0; y < bottomOf(layout); y++) {
    for (let x = 0; x + width <= columns; x++) {
      const place = { widget: "", x, y, w: width, h };
      if (!layout.some((one) => isOver(one, place))) return { x, y, w: width, h };
    }
  }
  return { x: 0, y: bottomOf(layout), w: width, h };
}

/** Everything as far up as it goes. */
export function withoutGaps(layout: readonly Place[]): Place[] {
  const risen = new Map<string, Place>();
  for (const place of inReadingOrder(layout)) risen.set(place.widget, raised(place, [...risen.values()]));
  return layout.map((place) => risen.get(place.widget) ?? place);
}

function raised(place: Place, placed: readonly Place[]): Place {
  const column = { ...place, y: 0, h: place.y + place.h };
  return { ...place, y: Math.min(place.y, bottomOf(placed.filter((one) => isOver(one, column)))) };
}

/** Rows that had something and have nothing now are closed; gaps that somebody left stay. */
export function withoutEmptiedRows(before: readonly Place[], after: readonly Place[]): Place[] {
  const [full, left] = [rowsOf(before), rowsOf(after)];
  const emptied = [...full].filter((row) => !left.has(row));
  return after.map((place) => ({ ...place, y: place.y - emptied.filter((row) => row < place.y).length }));
}

const rowsOf = (layout: readonly Place[]): ReadonlySet<number> =>
  new Set(layout.flatMap(({ y, h }) => Array.from({ length: h }, (_, row) => y + row)));
