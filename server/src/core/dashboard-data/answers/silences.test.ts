import { expect, test } from "vitest";
import { SilenceFinder } from "./silences.ts";

function foundIn(times: readonly number[], isChange: (index: number) => boolean = () => false) {
  const finder = new SilenceFinder();
  for (const [index, ts] of times.entries()) finder.see(ts, isChange(index));
  return finder.found();
}
const every = (ms: number, count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at * ms);

test("[DSH3] points far more apart than usual have nothing measured between them", () => {
  const found = foundIn([...every(1_000, 100), ...every(1_000, 100, 400_000)]);

  expect(found).toMatchObject({ gaps: [{ from: 99_000, to: 400_000 }], lastTs: 499_000 });
  expect(found?.joinedMs).toBeGreaterThanOrEqual(5_000);
  expect(found?.joinedMs).toBeLessThan(6_000);
});

test("[DSH3] a few points, or points at one time, say nothing about what is usual", () => {
  expect([foundIn(every(1_000, 5)), foundIn([7, 7, 7, 7, 7, 7, 7]), foundIn([])]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test("[DSH3] what is sent only when it changes holds until it changes", () => {
  expect(foundIn([...every(1_000, 20), 9_000_000], () => true)).toBeUndefined();
});

test("[DSH3] of very many only the longest are kept, in their order", () => {
  const times: number[] = [];
  for (let at = 0; at < 60_000; at++) times.push((times.at(-1) ?? 0) + (at % 40 === 39 ? 100_000 + at : 1_000));
  const gaps = foundIn(times)?.gaps ?? [];

  expect(gaps).toHaveLength(500);
  expect(gaps.at(-1)).toEqual({ from: times.at(-2), to: times.at(-1) });
});

const paced = (...paces: readonly (readonly [count: number, seconds: number])[]): number[] => {
  const times = [0];
  for (const [count, seconds] of paces)
    for (let one = 0; one < count; one++) times.push((times.at(-1) ?? 0) + seconds * 1_000);
  return times;
};

test("[DSH3, #17] what was sent at another pace is no gap, nor is what follows at that pace", () => {
  const [slowThenFast, fastThenSlow] = [foundIn(paced([60, 20], [5_000, 1])), foundIn(paced([5_000, 1], [4, 30]))];

  expect([slowThenFast?.gaps, fastThenSlow?.gaps]).toEqual([[], []]);
  expect([slowThenFast?.joinedMs, fastThenSlow?.joinedMs]).toEqual([5_000, 150_000]);
});

test("[DSH3, #17] a gap is found at each pace, and where one pace becomes another, however many points there are", () => {
  const times = paced([60, 20], [1, 200], [40, 20], [1, 500], [3_000, 1], [1, 15], [3_000, 1], [1, 7], [5, 1]);

  expect(foundIn(times)?.gaps.map(({ from, to }) => (to - from) / 1_000)).toEqual([200, 500, 15, 7]);
});
