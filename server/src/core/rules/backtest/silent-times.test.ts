import { expect, test } from "vitest";
import { SilentTimes } from "./silent-times.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

function silentTimes(times: readonly number[], to = day) {
  const silent = new SilentTimes(0, to);
  for (const ts of times) silent.see(ts);
  return silent.until(to).map(({ startTs, endTs }) => [startTs / minute, endTs / minute]);
}
const every = (minutes: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / minutes) + 1 }, (_, at) => (from + at * minutes) * minute);

test("[RUL6] hours without a value are silent, before the first one and behind the last, too", () => {
  const times = [...every(1, 120, 600), ...every(1, 900, 1_200)];

  expect(silentTimes(times)).toEqual([
    [0, 120],
    [600, 900],
    [1_200, 1_440],
  ]);
});

test("[RUL6] who sends seldom is not silent in between", () => {
  expect(silentTimes(every(60, 1, 1_440))).toEqual([]);
});

test("[RUL6] where nothing came, all of it is silent; of few values nothing is known", () => {
  expect(silentTimes([])).toEqual([[0, 1_440]]);
  expect(silentTimes([1, 5, 900].map((at) => at * minute))).toEqual([]);
});

test("[RUL6] what nobody would see is left out", () => {
  expect(silentTimes([...every(0.1, 0.1, 700), ...every(0.1, 706, 1_440)])).toEqual([]);
});
