import { expect, test } from "vitest";
import { isOutOfView, lastMoment, pointsInView, spanAt } from "./last-value.ts";

const line = (key: string, more: object = {}) => ({ id: key, deviceId: "own", key, shiftMs: 0, ...more });
const latest = { a: [{ ts: 500, value: "1" }], b: [{ ts: 900, value: "2" }], c: [{ ts: 5_000, value: "3" }] };

test("[#17] an empty chart knows when the last value of its lines came, where it would be drawn", () => {
  expect(lastMoment("own", [line("a"), line("b")], latest)).toBe(900);
  expect(lastMoment("own", [line("a", { shiftMs: 1_000 })], latest)).toBe(1_500);
  expect(lastMoment("own", [line("none"), line("c", { deviceId: "other" })], latest)).toBeUndefined();
});

test("[#17] what is gone to is as long as what was empty, and holds the value", () => {
  const { from, to } = spanAt(900, { from: 10_000, to: 11_000 });

  expect(to - from).toBe(1_000);
  expect(from < 900 && to > 900).toBe(true);
});

test("[#17] a chart is empty also where points were read from beyond its edges", () => {
  expect(isOutOfView([{ times: [1, 99] }, { times: [] }], { from: 10, to: 20 })).toBe(true);
  expect(isOutOfView([{ times: [1, 15, 99] }], { from: 10, to: 20 })).toBe(false);
});

test("[#17.19] points in view are counted as they are drawn: of all lines, with those that came since, without neighbours and gaps", () => {
  const lines = [
    { times: [1, 11, 12, 19, 99], values: [1, 2, null, 3, 4] },
    { times: [12], values: [1] },
  ];

  expect([pointsInView(lines, { from: 10, to: 20 }), pointsInView([], { from: 10, to: 20 })]).toEqual([3, 0]);
});
