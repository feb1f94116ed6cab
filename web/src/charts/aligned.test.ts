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

test("lines with different times are null where they have no point", () => {
  expect(alignedColumns([line([1_000, 3_000], [1, 3]), line([2_000], [2])])).toEqual([
    [1, 2, 3],
    [1, null, 3],
    [null, 2, null],
  ]);
});

test("an envelope has three columns", () => {
  const enveloped = line([1_000], [5], { min: [4], max: [6] });

  expect(alignedColumns([enveloped])).toEqual([[1], [5], [4], [6]]);
});

test("nothing to draw is an empty axis", () => {
  expect(alignedColumns([])).toEqual([[]]);
});
