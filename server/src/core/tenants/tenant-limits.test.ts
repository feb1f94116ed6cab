import { expect, test } from "vitest";
import { stricter } from "./tenant-limits.ts";

test.for([
  [0, 0, 0],
  [5, 0, 5],
  [0, 7, 7],
  [5, 7, 5],
])("of %i and %i the limit that counts is %i", ([a = 0, b = 0, expected]) => {
  expect(stricter(a, b)).toBe(expected);
});
