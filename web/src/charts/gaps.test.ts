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
