import { expect, test } from "vitest";
import { isYoung, rangeSince } from "./first-range.ts";

const minute = 60_000;
const now = 1_800_000_000_000;
const from = (minutes: number) => rangeSince(now - minutes * minute, now).from;

test("[#17.20] what is shown first of a young device holds all of its points, and an hour where they are too many days", () => {
  expect([1, 14, 50, 59, 300, 1_200].map(from)).toEqual(["now-15m", "now-1h", "now-1h", "now-6h", "now-6h", "now-24h"]);
  expect(from(3_000)).toBe("now-1h");
  expect(rangeSince(undefined, now).from).toBe("now-1h");
  expect([minute, 60 * 24 * minute].map((age) => isYoung(now - age, now))).toEqual([true, false]);
});
