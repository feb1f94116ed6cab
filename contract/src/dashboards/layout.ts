import { type Static, Type } from "typebox";
import { dashboardBounds, gridColumns, narrowColumns } from "./bounds.ts";
import { closed } from "./closed.ts";
import { partName } from "./names.ts";

const place = (columns: number) =>
  Type.Object(
    {
      widget: partName("Which widget", "bearings"),
      x: Type.Integer({ minimum: 0, maximum: columns - 1, description: "First column", examples: [0] }),
      y: Type.Integer({ minimum: 0, maximum: dashboardBounds.rows, description: "First row", examples: [0] }),
      w: Type.Integer({ minimum: 1, maximum: columns, description: "Columns", examples: [Math.min(12, columns)] }),
      h: Type.Integer({ minimum: 1, maximum: dashboardBounds.rowsOfWidget, description: "Rows", examples: [8] }),
    },
    closed,
  );

const Place = place(gridColumns);
export type Place = Static<typeof Place>;

/** Where widgets stand, on a grid of 24 columns. */
export const Layout = Type.Array(Place, { maxItems: dashboardBounds.widgets, description: "On a grid of 24 columns" });

/** The same on a phone; until somebody edits it, it follows from the other one (`narrowLayout`). */
export const NarrowLayout = Type.Array(place(narrowColumns), {
  maxItems: dashboardBounds.widgets,
  description: "On a phone, on a grid of 2 columns; without it, it follows from the layout",
});

export const isOver = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

/** Narrower than that on a desk, two of them stand side by side on a phone. */
const halfUpTo = 6;

/** On a phone: read line by line, small ones in pairs, all others one below the other [DSH1]. */
export function narrowLayout(layout: readonly Place[]): Place[] {
  const inOrder = layout.toSorted((one, other) => one.y - other.y || one.x - other.x);
  const placed: Place[] = [];
  let y = 0;
  let waiting: Place | undefined;
  const settle = () => {
    if (waiting) placed.push({ ...waiting, w: narrowColumns });
    y += waiting?.h ?? 0;
    waiting = undefined;
  };
  for (const { widget, w, h } of inOrder) {
    if (w > halfUpTo) {
      settle();
      placed.push({ widget, x: 0, y, w: narrowColumns, h });
      y += h;
    } else if (waiting) {
      const height = Math.max(waiting.h, h);
      placed.push({ ...waiting, h: height }, { widget, x: 1, y, w: 1, h: height });
      y += height;
      waiting = undefined;
    } else waiting = { widget, x: 0, y, w: 1, h };
  }
  settle();
  return placed;
}
