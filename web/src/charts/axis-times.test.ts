import { expect, test } from "vitest";
import { axisTexts, footTexts, tickSpace } from "./axis-times.ts";

const at = (iso: string): number => Date.parse(iso) / 1_000;

test("an axis of time is written in the reader's language, with a clock of 24 hours, and says where a day begins", () => {
  const hours = ["2026-11-18T20:00Z", "2026-11-18T22:00Z", "2026-11-19T00:00Z"].map(at);

  expect(axisTexts(hours, 7_200, "de", "UTC")).toEqual(["20:00", "22:00", "19. Nov."]);
  expect(axisTexts(hours, 7_200, "en", "Europe/Berlin")).toEqual(["21:00", "23:00", "01:00"]);
});

test("days, months and years are written as such, and short steps with their seconds", () => {
  const days = ["2026-12-31T00:00Z", "2027-01-01T00:00Z"].map(at);

  expect(axisTexts(days, 86_400, "de", "UTC")).toEqual(["31. Dez.", "1. Jan."]);
  expect(axisTexts(days.slice(1), 28 * 86_400, "de", "UTC")).toEqual(["Jan. 2027"]);
  expect(axisTexts(days.slice(1), 365 * 86_400, "de", "UTC")).toEqual(["2027"]);
  expect(axisTexts([at("2026-11-18T20:00:05Z")], 1, "de", "UTC")).toEqual(["20:00:05"]);
  expect(axisTexts([at("2026-11-18T20:00:05.25Z")], 0.05, "de", "UTC")).toEqual(["20:00:05,250"]);
});

test("below a range are its days, each said once, or the moment under the pointer", () => {
  const [morning, evening, later] = ["2026-11-18T08:00Z", "2026-11-18T20:00Z", "2027-01-02T03:00Z"].map(at) as [
    number,
    number,
    number,
  ];

  const text = footTexts("de", "UTC");
  expect(text([morning, evening], undefined)).toBe("18. Nov. 2026");
  expect(text([morning, later], undefined)).toMatch(/^18\. Nov\. 2026\s–\s2\. Jan\. 2027$/);
  expect(text([morning, evening], morning + 0.25)).toBe("18. Nov. 2026, 08:00:00");
  expect(text([morning, morning + 1], morning + 0.25)).toBe("18. Nov. 2026, 08:00:00,250");
});

test("[#17] ticks are as far apart as their texts are wide", () => {
  const widest = 7; // pixels of a digit

  for (const [range, step] of [
    [0.05, 0.005],
    [6, 0.5],
    [60, 5],
    [600, 30],
  ] as const) {
    const [text = ""] = axisTexts([at("2026-11-18T20:00:05.25Z")], step, "de", "UTC");
    expect(tickSpace(range, 1_000)).toBeGreaterThan(text.length * widest);
  }
  expect(tickSpace(3_600 * 6, 1_000)).toBe(50);
});
