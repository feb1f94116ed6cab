import { expect, test } from "vitest";
import { shownAround } from "./shown-around.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test("[ALM4] an alarm is shown with what was before and after it, never beyond now", () => {
  expect(shownAround(day, day + minute, 2 * day)).toEqual({ from: day - 10 * minute, to: day + 11 * minute });
  expect(shownAround(day, day + 4 * hour, day + 4 * hour)).toEqual({ from: day - hour, to: day + 4 * hour });
});

test("[ALM4] of one that lasts for weeks, the beginning is shown", () => {
  expect(shownAround(day, 60 * day, 60 * day)).toEqual({ from: day - 12 * hour, to: 8 * day + 12 * hour });
});
