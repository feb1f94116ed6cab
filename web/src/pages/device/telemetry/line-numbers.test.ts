import { expect, test } from "vitest";
import { lineNumbers } from "./line-numbers.ts";

const line = { label: "a", unit: "", times: [1, 2, 3, 4], values: [10, null, 20, 90] };

test("[#17.23] the numbers of a line are of what is in view; gaps are none", () => {
  expect(lineNumbers(line, 1, 3)).toEqual({ min: 10, mean: 15, max: 20 });
  expect(lineNumbers(line, 2, 2)).toBeUndefined();
});

test("[#17.23] of an envelope the bounds count, not the means", () => {
  const envelope = { ...line, min: [5, null, 15, 0], max: [11, null, 40, 99] };

  expect(lineNumbers(envelope, 1, 3)).toEqual({ min: 5, mean: 15, max: 40 });
});
