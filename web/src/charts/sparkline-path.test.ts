import { expect, test } from "vitest";
import { dotsOn, sparklinePath } from "./sparkline-path.ts";

test("a path spans its box", () => {
  expect(sparklinePath([0, 5, 10], [1, 3, 2], 100, 20)).toBe("M0.0 20.0L50.0 0.0L100.0 10.0");
});

test("a constant runs through the middle", () => {
  expect(sparklinePath([0, 1], [7, 7], 10, 20)).toBe("M0.0 10.0L10.0 10.0");
});

test("[#17.14] one point is a dot, where it stands in the time; none is nothing", () => {
  expect(sparklinePath([75], [7], 100, 20, { from: 0, to: 100 })).toBe("M75.0 10.0h0");
  expect(sparklinePath([0], [7], 10, 20)).toBe("M0.0 10.0h0");
  expect(sparklinePath([], [], 10, 20)).toBe("");
});

test("the largest numbers there are can be drawn", () => {
  expect(sparklinePath([0, 1], [-Number.MAX_VALUE, Number.MAX_VALUE], 10, 10)).toBe("M0.0 10.0L10.0 0.0");
});

test("[#17.14] a line of the last minutes of an hour takes its share of the hour", () => {
  expect(sparklinePath([90, 100], [1, 3], 100, 20, { from: 0, to: 100 })).toBe("M90.0 20.0L100.0 0.0");
});

test("[#17.20] points of a path are marked one by one", () => {
  expect(dotsOn("M0.0 20.0L50.0 -0.5")).toBe("M0.0 20.0h0.01M50.0 -0.5h0.01");
  expect(dotsOn("M75.0 10.0h0")).toBe("M75.0 10.0h0.01");
});
