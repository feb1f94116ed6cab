import { expect, test } from "vitest";
import { durationText } from "./duration.ts";

test("how long something took is told in its two largest units", () => {
  const texts = [0, 999, 61_000, 3_600_000, 4_800_000, 90_000_000].map((ms) => durationText(ms, "en"));

  expect(texts).toEqual(["0 sec", "0 sec", "1 min 1 sec", "1 hr", "1 hr 20 min", "1 day 1 hr"]);
});
