import { expect, test } from "vitest";
import { agoText, localInputMs, localInputText, untilText, utcText } from "./time.ts";

const now = Date.UTC(2026, 10, 15, 12, 0, 0);

test("recent times are told relative to now", () => {
  const ages = [1_000, 45_000, 3 * 60_000, 5 * 3_600_000, 26 * 3_600_000];

  const texts = ages.map((age) => agoText(now - age, now, "en"));

  expect(texts).toEqual(["now", "45 sec. ago", "3 min. ago", "5 hr. ago", "yesterday"]);
});

test("old times, and times far ahead, are told as dates", () => {
  expect(agoText(Date.UTC(2026, 0, 2, 12), now, "en")).toBe("Jan 2, 2026");
  expect(agoText(Date.UTC(2030, 0, 2, 12), now, "en")).toBe("Jan 2, 2030");
});

test("what is to come is told by how long it takes", () => {
  const texts = [-5_000, 0, 45_000, 25 * 3_600_000, 4 * 86_400_000].map((ahead) => untilText(now + ahead, now, "en"));

  expect(texts).toEqual(["now", "now", "in 45 sec.", "in 1 day", "in 4 days"]);
});

test("the text for comparing notes is UTC", () => {
  expect(utcText(now)).toBe("2026-11-15 12:00:00.000 UTC");
});

test("the text of an input reads back as the same moment", () => {
  expect(localInputMs(localInputText(now))).toBe(now);
  expect(localInputMs("")).toBeNaN();
});
