import { expect, test } from "vitest";
import { barsOf, domainOf, roundStep, ticksOf } from "./histogram.ts";

const grouped = (...values: readonly (readonly [low: number, high: number, samples: number])[]) => ({
  groups: values.map(([low, high, samples]) => ({ low, high, samples })),
  samples: values.reduce((sum, [, , samples]) => sum + samples, 0),
});

test("[TYP2] what is expected, the limits and nearly all that was measured are drawn; one wrong value is not", () => {
  const measured = grouped([-1e9, -1e9, 1], [20, 60, 5_000], [88, 104, 5_000]);

  const expected = { key: "a", range: { min: -20, max: 90 }, limits: { alarmAbove: 130 } };
  expect(domainOf([expected], measured)).toEqual({ low: -20, high: 138, step: 1 });
  expect(domainOf([{ key: "a", range: { min: 0, max: 200 } }], measured)).toEqual({ low: 0, high: 200, step: 1 });
  expect(domainOf([{ key: "a" }], measured)).toEqual({ low: 15.5, high: 108.5, step: 0.5 });
  expect(domainOf([{ key: "a" }], grouped([5, 5, 3]))).toEqual({ low: 4.5, high: 5.5, step: 0.005 });
  expect(domainOf([{ key: "a" }], grouped([0, 0, 3]))).toEqual({ low: -1, high: 1, step: 0.01 });
  expect(domainOf([{ key: "a" }], grouped())).toBeUndefined();
  expect(domainOf([{ key: "a", range: { min: 3, max: 3 } }], grouped())).toBeUndefined();
});

test("[TYP2] counters with many digits and the largest numbers there are leave room to draw a limit in", () => {
  const counted = domainOf([{ key: "a" }], grouped([123_456_789_012_345, 123_456_789_012_353, 9]));
  const finest = domainOf([{ key: "a" }], grouped([9_007_199_254_740_980, 9_007_199_254_740_984, 9]));
  const missing = domainOf(
    [{ key: "a" }],
    grouped([-Number.MAX_VALUE, -Number.MAX_VALUE, 5], [Number.MAX_VALUE, Number.MAX_VALUE, 5]),
  );

  for (const domain of [counted, finest, missing]) {
    expect(domain?.low).toBeLessThan(domain?.high ?? Number.NaN);
    expect((domain?.high ?? Number.NaN) - (domain?.low ?? Number.NaN)).toBeLessThan(Number.MAX_VALUE);
    expect(domain && ticksOf(domain).length).toBeGreaterThan(0);
  }
  expect(counted?.low).toBeLessThanOrEqual(123_456_789_012_345);
  expect(counted?.high).toBeGreaterThanOrEqual(123_456_789_012_353);
});

test("[TYP2] each sample is in one bar: a group is spread over those it reaches, the rest is in the outer ones", () => {
  const bars = barsOf(
    grouped([-50, -50, 2], [0, 10, 40], [20, 40, 10], [999, 999, 1]).groups,
    { low: 0, high: 40, step: 1 },
    4,
  );

  expect(bars).toEqual([42, 0, 5, 6]);
  expect(barsOf(grouped([5, 5, 3]).groups, { low: 4, high: 6, step: 1 }, 2)).toEqual([0, 3]);
});

test("[TYP2] steps and ticks are round numbers", () => {
  expect([0.3, 1, 1.1, 4, 700].map(roundStep)).toEqual([0.5, 1, 2, 5, 1_000]);
  expect(ticksOf({ low: -20, high: 150, step: 1 })).toEqual([0, 50, 100, 150]);
  expect(ticksOf({ low: 0, high: 1, step: 0.01 })).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
});
