import { expect, test } from "vitest";
import { axisTexts } from "./axis-times.ts";

const at = (iso: string): number => Date.parse(iso) / 1_000;

test("an axis of time is written in the reader's language, with a clock of 24 hours", () => {
  const hours = ["2026-11-18T20:00Z", "2026-11-18T22:00Z", "2026-11-19T00:00Z"].map(at);

  expect(axisTexts(hours, 7_200, "de", "UTC")).toEqual(["20:00\n18. Nov. 2026", "22:00", "00:00\n19. Nov."]);
  expect(axisTexts(hours, 7_200, "en", "Europe/Berlin")).toEqual(["21:00\nNov 18, 2026", "23:00", "01:00\nNov 19"]);
});

test("days, months and years say what is new, and short steps their seconds", () => {
  const days = ["2026-12-30T00:00Z", "2026-12-31T00:00Z", "2027-01-01T00:00Z"].map(at);

  expect(axisTexts(days, 86_400, "de", "UTC")).toEqual(["30. Dez.\n2026", "31. Dez.", "1. Jan.\n2027"]);
  expect(axisTexts(days.slice(2), 28 * 86_400, "de", "UTC")).toEqual(["Jan. 2027"]);
  expect(axisTexts(days.slice(2), 365 * 86_400, "de", "UTC")).toEqual(["2027"]);
  expect(axisTexts([at("2026-11-18T20:00:05Z")], 1, "de", "UTC")).toEqual(["20:00:05\n18. Nov. 2026"]);
  expect(axisTexts([at("2026-11-18T20:00:05.25Z")], 0.05, "de", "UTC")).toEqual(["20:00:05,250\n18. Nov. 2026"]);
});
