import type { Place } from "@heliograph/contract";
import { expect, test } from "vitest";
import { aligned } from "./aligned.ts";
import { wideGrid } from "./grid.ts";

const place = (widget: string, x: number, y: number, w: number, h: number): Place => ({ widget, x, y, w, h });
const both = new Set(["a", "b"]);

test("[DSH5] chosen ones stand at one edge or have one size; where there is no room they move down", () => {
  const layout = [place("a", 2, 0, 6, 4), place("b", 10, 2, 4, 6), place("c", 16, 0, 8, 4)];

  expect(aligned(wideGrid, layout, both, "top")[1]).toEqual(place("b", 10, 0, 4, 6));
  expect(aligned(wideGrid, layout, both, "left").slice(0, 2)).toEqual([place("a", 2, 0, 6, 4), place("b", 2, 4, 4, 6)]);
  expect(aligned(wideGrid, layout, both, "right")[0]).toEqual(place("a", 8, 0, 6, 4));
  expect(aligned(wideGrid, layout, both, "width")[1]).toMatchObject({ w: 6, h: 6 });
  expect(aligned(wideGrid, layout, both, "height")[1]).toMatchObject({ w: 4, h: 4 });
});

test("one alone is aligned with nothing", () => {
  const layout = [place("a", 2, 0, 6, 4)];

  expect(aligned(wideGrid, layout, both, "left")).toEqual(layout);
});
