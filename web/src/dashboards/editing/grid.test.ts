import { isOver, type Place } from "@heliograph/contract";
import { expect, test } from "vitest";
import { freePlace, moved, phoneGrid, resized, settled, wideGrid, withoutEmptiedRows, withoutGaps } from "./grid.ts";

const place = (widget: string, x: number, y: number, w: number, h: number): Place => ({ widget, x, y, w, h });
const only = (...names: string[]) => new Set(names);
const at = (layout: readonly Place[], name: string) => layout.find(({ widget }) => widget === name);

test("[DSH5] what is moved pushes down what is in its way, and that what is below it", () => {
  const layout = [place("a", 0, 0, 12, 4), place("b", 0, 4, 12, 4), place("c", 0, 8, 12, 4)];

  const after = moved(wideGrid, layout, only("a"), 0, 2);

  expect(after).toEqual([place("a", 0, 2, 12, 4), place("b", 0, 6, 12, 4), place("c", 0, 10, 12, 4)]);
});

test("[DSH5] several move together, and none of them leaves the grid", () => {
  const layout = [place("a", 0, 0, 4, 4), place("b", 20, 0, 4, 4)];

  expect(moved(wideGrid, layout, only("a", "b"), 3, -2)).toEqual(layout);
  expect(moved(wideGrid, layout, only("a"), -9, -9)).toEqual(layout);
  expect(at(moved(wideGrid, layout, only("a"), 99, 0), "a")?.x).toBe(20);
});

test("[DSH5] an edge is pulled within the grid and never to nothing", () => {
  const layout = [place("a", 4, 4, 6, 6)];

  expect(resized(wideGrid, layout, "a", "se", 99, 3)).toEqual([place("a", 4, 4, 20, 9)]);
  expect(resized(wideGrid, layout, "a", "nw", 99, 99)).toEqual([place("a", 8, 8, 2, 2)]);
  expect(resized(wideGrid, layout, "a", "w", -9, 5)).toEqual([place("a", 0, 4, 10, 6)]);
});

test("a widget smaller than usual keeps its size where nobody pulls", () => {
  expect(resized(wideGrid, [place("a", 0, 0, 1, 1)], "a", "s", 0, 2)).toEqual([place("a", 0, 0, 1, 3)]);
});

test("what lies over each other comes apart, the held ones first", () => {
  const layout = [place("a", 0, 0, 4, 4), place("b", 2, 2, 4, 4)];

  expect(settled(layout, only("b"))).toEqual([place("a", 0, 6, 4, 4), place("b", 2, 2, 4, 4)]);
});

test("[DSH5] a new one takes the first place that is free, else below all", () => {
  const layout = [place("a", 0, 0, 12, 4), place("b", 0, 4, 24, 4)];

  expect(freePlace(wideGrid, layout, 6, 4)).toEqual({ x: 12, y: 0, w: 6, h: 4 });
  expect(freePlace(wideGrid, layout, 14, 4)).toEqual({ x: 0, y: 8, w: 14, h: 4 });
  expect(freePlace(phoneGrid, [], 14, 4)).toEqual({ x: 0, y: 0, w: 2, h: 4 });
});

test("gaps are closed when asked for, and only emptied rows when something goes", () => {
  const layout = [place("a", 0, 2, 4, 2), place("b", 0, 6, 4, 2), place("c", 8, 9, 4, 2)];

  expect(withoutGaps(layout)).toEqual([place("a", 0, 0, 4, 2), place("b", 0, 2, 4, 2), place("c", 8, 0, 4, 2)]);
  const left = layout.filter(({ widget }) => widget !== "b");
  expect(withoutEmptiedRows(layout, left)).toEqual([place("a", 0, 2, 4, 2), place("c", 8, 7, 4, 2)]);
});

test("[DSH5] whatever is moved wherever, nothing lies over anything", () => {
  const layout = Array.from({ length: 50 }, (_, n) => place(`w${n}`, (n % 6) * 4, Math.floor(n / 6) * 5, 4, 5));
  for (let step = 0; step < 40; step++) {
    const after = moved(wideGrid, layout, only(`w${step}`, `w${(step * 7) % 50}`), (step % 9) - 4, (step % 13) - 6);

    const overlaps = after.filter((one, n) => after.some((other, k) => k > n && isOver(one, other)));
    expect(overlaps).toEqual([]);
  }
});
