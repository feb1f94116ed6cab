import { expect, test } from "vitest";
import { axisNumbers, axisSteps } from "./axis-numbers.ts";
import { reaching } from "./axis-range.ts";

const widthOf = ([low, high]: readonly [number, number]) => high - low;

test("[#17] an axis of the greatest numbers there are has ends, a length and ticks", () => {
  const flat = reaching(1e308, 1e308, []);
  const below = reaching(-1.7e308, -1e308, []);
  const both = reaching(-1e308, 1e308, []);

  for (const range of [flat, below, both, reaching(0, Number.MAX_VALUE, [])])
    expect([...range, widthOf(range)].every(Number.isFinite)).toBe(true);
  expect(flat[0]).toBeLessThan(1e308);
  expect(flat[1]).toBeGreaterThan(1e308);
  expect(axisSteps.some((step) => step > widthOf(flat) / 10 && step < widthOf(flat))).toBe(true);
});

test("[#17] other numbers have the air they had, and large ones are written in powers of ten", () => {
  expect(reaching(0, 100, [])).toEqual([0, 110]);
  expect(axisNumbers([0, 5e307, 1.5e308], "en")).toEqual(["0", "5e+307", "1.5e+308"]);
  expect(axisNumbers([0, 0.5, 20], "en")).toEqual(["0.0", "0.5", "20.0"]);
  expect(axisNumbers([-1_000, null, 2_500.5], "de")).toEqual(["−1.000,0", "", "2.500,5"]);
  expect(axisNumbers([-0, 2e-9], "en")).toEqual(["0", "2e−9"]);
});
