import { expect, test } from "vitest";
import { combined, combinedHistory, valueBefore } from "./combined.ts";

test("[DSH3] a value of several devices is the first, or one made of all numbers among them", () => {
  const values = [4, "off", 2, true];

  expect((["FIRST", "SUM", "AVG", "MIN", "MAX"] as const).map((by) => combined(values, by))).toEqual([
    4,
    7,
    7 / 3,
    1,
    4,
  ]);
  expect([combined(["off", "on"], "SUM"), combined([], "SUM")]).toEqual(["off", undefined]);
});

test("[DSH3] a trend compares with what was so long ago, and with nothing that is too new", () => {
  expect(valueBefore([1_000, 2_000, 3_000], [1, 2, 3], 4_000, 1_500)).toBe(2);
  expect(valueBefore([3_000], [3], 4_000, 1_500)).toBeUndefined();
});

test("[DSH3] the history of a sum is a sum where all have a value, so that its trend compares like with like", () => {
  const histories = [
    { times: [1, 2, 3], values: [10, 20, 30] },
    { times: [2, 3, 4], values: [1, 2, 3] },
  ];

  expect(combinedHistory(histories, "SUM")).toEqual({ times: [2, 3], values: [21, 32] });
  expect(combinedHistory(histories)).toBe(histories[0]);
  expect(combinedHistory([], "SUM")).toBeUndefined();
});
