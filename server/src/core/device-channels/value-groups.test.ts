import { expect, test } from "vitest";
import { groupsOf } from "./value-groups.ts";

test("[TYP2] groups hold all samples in rising order, the finest at both ends, and few however many there are", () => {
  const sorted = Float64Array.from({ length: 200_000 }, (_, n) => n);

  const groups = groupsOf(sorted);

  expect(groups.length).toBeLessThan(800);
  expect(groups.reduce((sum, { samples }) => sum + samples, 0)).toBe(sorted.length);
  expect(groups.every(({ low, high, samples }) => high - low === samples - 1)).toBe(true);
  expect(groups.every(({ low }, n) => n === 0 || low === (groups[n - 1]?.high ?? 0) + 1)).toBe(true);
  expect([groups[0], groups.at(-1)].map((group) => group?.samples)).toEqual([1, 1]);
});

test("[TYP2] equal values are one group, and nothing is none", () => {
  expect(groupsOf(Float64Array.from([1, 2, 2, 2, 2, 3]))).toEqual([
    { low: 1, high: 1, samples: 1 },
    { low: 2, high: 2, samples: 4 },
    { low: 3, high: 3, samples: 1 },
  ]);
  expect(groupsOf(new Float64Array())).toEqual([]);
});
