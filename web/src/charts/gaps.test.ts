import { expect, test } from "vitest";
import type { Line } from "./aligned.ts";
import { commonGaps, gapsOf, withGaps } from "./gaps.ts";

const line = (times: readonly number[], more: Partial<Line> = {}): Line => ({
  ...{ label: "a", unit: "", times, values: times.map((_, index) => index) },
  ...more,
});
const minutes = (...of: readonly number[]) => of.map((one) => one * 60_000);

test("a line is broken where points are much further apart than usual", () => {
  const broken = withGaps(line(minutes(0, 1, 2, 3, 4, 5, 25, 26)));

  expect(broken.times).toEqual(minutes(0, 1, 2, 3, 4, 5, 15, 25, 26));
  expect(broken.values).toEqual([0, 1, 2, 3, 4, 5, null, 6, 7]);
});

test("one that is late now and then, or irregular, or hardly there, is not", () => {
  const late = line(minutes(0, 1, 2, 3, 7, 8, 9));
  const irregular = line(minutes(0, 1, 2, 12, 13, 40, 41, 42, 60));
  const few = line(minutes(0, 1, 500));

  expect([late, irregular, few].map(gapsOf)).toEqual([[], [], []]);
});

const paced = (...paces: readonly (readonly [count: number, seconds: number])[]): number[] => {
  const times = [0];
  for (const [count, seconds] of paces)
    for (let one = 0; one < count; one++) times.push((times.at(-1) ?? 0) + seconds * 1_000);
  return times;
};

test("[#17] what was sent at another pace is no gap, however much came at the usual one", () => {
  const bounds = Array.from({ length: 2_000 }, () => 1);
  const slowThenFast = paced([60, 20], [1_800, 1]);
  const fastThenSlow = paced([1_800, 1], [60, 30]);
  const brieflySlow = paced([600, 1], [3, 20], [600, 1]);

  expect([slowThenFast, fastThenSlow, brieflySlow].map((times) => gapsOf(line(times)))).toEqual([[], [], []]);
  expect(gapsOf(line(slowThenFast, { min: bounds, max: bounds }))).toEqual([]);
});

test("[#17] a gap is found at each pace, and where one pace becomes another", () => {
  const times = paced([60, 20], [1, 200], [40, 20], [1, 500], [600, 1], [1, 15], [600, 1], [1, 7], [5, 1]);

  const found = gapsOf(line(times)).map(({ from, to }) => (to - from) / 1_000);

  expect(found).toEqual([200, 500, 15, 7]);
});

test("an envelope is broken with its bounds where a few buckets are missing", () => {
  const times = minutes(0, 5, 10, 15, 20, 25, 40, 45);
  const bounds = times.map(() => 1);

  const broken = withGaps(line(times, { min: bounds, max: bounds }));

  expect(broken.times).toEqual(minutes(0, 5, 10, 15, 20, 25, 32.5, 40, 45));
  expect([broken.min?.[6], broken.max?.[6], broken.values[6]]).toEqual([null, null, null]);
  expect(gapsOf(line(minutes(0, 5, 10, 15, 20, 30, 35, 40), { min: bounds, max: bounds }))).toEqual([]);
});

test("a time that several points share is broken once, and who marks gaps is left alone", () => {
  const times = minutes(0, 1, 2, 3, 4, 5, 60, 60);

  expect(withGaps(line(times)).values).toEqual([0, 1, 2, 3, 4, 5, null, 6, 7]);
  expect(withGaps(line(times, { isMarked: true })).times).toEqual(times);
});

test("shaded is where no line has anything", () => {
  const one = line(minutes(0, 1, 2, 3, 4, 5, 25, 26));
  const other = line(minutes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 30, 31));

  expect(commonGaps([one])).toEqual([{ from: 300_000, to: 1_500_000 }]);
  expect(commonGaps([one, line(minutes(0, 5, 10, 15, 20, 25, 30))])).toEqual([]);
  expect(commonGaps([])).toEqual([]);
  expect(commonGaps([one, other])).toEqual([{ from: 600_000, to: 1_500_000 }]);
});
