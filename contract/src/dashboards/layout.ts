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
