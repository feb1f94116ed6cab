import { expect, test } from "vitest";
import { alignedColumns, type Line } from "./aligned.ts";

const line = (times: number[], values: number[], more: Partial<Line> = {}): Line => ({
  label: "a",
  unit: "",
  times,
  values,
  ...more,
});

test("lines with the same times share them", () => {
  expect(alignedColumns([line([1_000, 2_000], [1, 2]), line([1_000, 2_000], [3, 4])])).toEqual([
    [1, 2],
    [1, 2],
    [3, 4],
  ]);
});

test("where only other lines have a point is no gap", () => {
  expect(alignedColumns([line([1_000, 3_000], [1, 3]), line([2_000], [2])])).toEqual([
    [1, 2, 3],
    [1, undefined, 3],
    [undefined, 2, undefined],
  ]);
});

test("an envelope has three columns", () => {
  const enveloped = line([1_000], [5], { min: [4], max: [6] });

  expect(alignedColumns([enveloped])).toEqual([[1], [5], [4], [6]]);
});

test("nothing to draw is an empty axis", () => {
  expect(alignedColumns([])).toEqual([[]]);
});
