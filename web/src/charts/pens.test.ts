import { expect, test } from "vitest";
import { barAt, stepOf } from "./pens.ts";

test("[DSH3] bars of several lines stand side by side around their time, and none touches the next one's", () => {
  const step = stepOf([0, 10, 20, 40]);
  const bars = [0, 1].flatMap((at) => barAt(10, step, { at, of: 2 }));

  expect(step).toBe(10);
  expect(bars).toEqual([6, 4, 10, 4]);
  expect(barAt(10, step, { at: 0, of: 1 })).toEqual([6, 8]);
});

test("[DSH3] a single bar is a tenth of what is shown", () => {
  expect(stepOf([5], { min: 0, max: 100 })).toBe(10);
});
