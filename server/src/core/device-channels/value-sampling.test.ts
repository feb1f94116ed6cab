import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { samplingOf, valuesSpanMs } from "./value-sampling.ts";

const end = epochMs(1_794_700_800_000);
const start = end - valuesSpanMs;
const minute = 60_000;
const given = (change: object) => samplingOf({ end, series: 1, points: 1_000, pointsAtMost: 10_000, ...change });
const samplesIn = ({ edges, isSample }: ReturnType<typeof samplingOf>) => edges.slice(0, -1).filter(isSample);

test("[TYP2] seven days are samples of five minutes, one after another", () => {
  const sampling = given({});

  expect(sampling).toMatchObject({ intervalMs: 5 * minute, timeRead: 1 });
  expect(samplesIn(sampling)).toHaveLength((7 * 24 * 60) / 5);
  expect([sampling.edges[0], sampling.edges.at(-1)]).toEqual([start, end]);
  expect(sampling.edges.every((edge, n) => n === 0 || edge - (sampling.edges[n - 1] ?? 0) === 5 * minute)).toBe(true);
});

test("[TYP2] of many series a sample is longer, so that there are not too many", () => {
  for (const [series, minutes] of [
    [100, 10],
    [500, 30],
    [1_000, 60],
    [100_000, 360],
  ] as const)
    expect(given({ series }).intervalMs).toBe(minutes * minute);
});

test("[TYP2] of too many points the same part of each six hours is read, and told; the time between is one bucket", () => {
  const sampling = given({ points: 40_000 });

  expect(sampling.timeRead).toBe(0.25);
  expect(samplesIn(sampling)).toHaveLength((7 * 24 * 60) / 5 / 4);
  expect(samplesIn(sampling).every((ts) => (ts - start) % (360 * minute) < 90 * minute)).toBe(true);
  expect(sampling.edges).toHaveLength(28 * 19 + 1);
  expect(samplesIn(given({ points: 1e12 }))).toHaveLength(28);
});
