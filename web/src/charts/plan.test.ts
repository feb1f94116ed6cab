import { expect, test } from "vitest";
import { intervalFor, intervalText, planOf } from "./plan.ts";

const hourMs = 3_600_000;

test("few points are drawn as they are", () => {
  expect(planOf(0, hourMs, [10, 9_999])).toEqual({ kind: "raw", points: 9_999 });
  expect(planOf(0, hourMs, [])).toEqual({ kind: "raw", points: 0 });
});

test("many points are drawn as an envelope of some hundred intervals", () => {
  expect(planOf(0, 24 * hourMs, [3, 86_400])).toEqual({ kind: "envelope", points: 86_400, intervalMs: 300_000 });
});

test("an interval is one a person can name, whatever the range", () => {
  expect([1, hourMs, 30 * 24 * hourMs].map(intervalFor).map((ms) => intervalText(ms, "en"))).toEqual([
    "1 ms",
    "10 s",
    "2 h",
  ]);
  expect(intervalText(13_200, "de")).toBe("13,2 s");
});

test("centuries are still drawn in a bounded number of intervals", () => {
  const range = 1_000 * 365 * 24 * hourMs;

  expect(range / intervalFor(range)).toBeLessThanOrEqual(700);
});
