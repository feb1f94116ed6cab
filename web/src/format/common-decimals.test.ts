import { expect, test } from "vitest";
import { commonDecimals } from "./common-decimals.ts";

test.each<[numbers: readonly number[], significant: number, decimals: number]>([
  [[0, 0.5, 20], 10, 1],
  [[0, 0.1 + 0.2], 10, 1],
  [[-10, 0, 10], 10, 0],
  [[], 10, 0],
  [[47.83, 64.60712, 96.25], 5, 3],
  [[1234.5678, 2], 5, 1],
  [[123456.7, 5], 5, 0],
  [[0.00012], 10, 5],
])(
  "[#17.27] numbers that stand together have the decimals that all of them need: %j",
  (numbers, significant, decimals) => {
    expect(commonDecimals(numbers, significant)).toBe(decimals);
  },
);
