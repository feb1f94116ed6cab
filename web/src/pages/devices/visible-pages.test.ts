import { expect, test } from "vitest";
import { visiblePages } from "./visible-pages.ts";

test("a window within a page needs that page", () => {
  expect(visiblePages(210, 240, 100, 100_000)).toEqual([2]);
});

test("a window near the end of a page fetches the next one early", () => {
  expect(visiblePages(250, 290, 100, 100_000)).toEqual([2, 3]);
});

test("nothing is asked for behind the end", () => {
  expect(visiblePages(90, 149, 100, 150)).toEqual([0, 1]);
  expect(visiblePages(5_000, 5_040, 100, 150)).toEqual([1]);
});

test("an empty list still asks for its first page", () => {
  expect(visiblePages(0, 0, 100, 0)).toEqual([0]);
});
