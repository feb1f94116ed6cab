import { expect, test } from "vitest";
import { de } from "../i18n/de/index.ts";
import { en } from "../i18n/en/index.ts";
import { isForwards } from "./shown-time.ts";
import { rangeText, timeWords } from "./time-words.ts";
import { momentToType, typedMoment } from "./typed-moment.ts";

test("[DSH1] a time is readable in words, in the reader's language", () => {
  const inEnglish = (from: string, to: string) => timeWords([from, to], en.timeRange, "en-GB");

  expect(inEnglish("now-6h", "now")).toBe("Last 6 hours");
  expect(inEnglish("now-1d/d", "now/d")).toBe("Yesterday");
  expect(inEnglish("now-3h/h", "now")).toBe("3 hours ago, from the full hour – now");
  expect(inEnglish("now-1d", "now+1h")).toBe("1 day ago – in 1 hour");
  expect(inEnglish("now-2d/d", "now/d")).toBe("2 days ago, from midnight – to midnight");
  expect(timeWords(["now-3h/h", "now"], de.timeRange, "de")).toBe("vor 3 Stunden, ab der vollen Stunde – jetzt");
  expect(inEnglish("1794700800000", "1794787200000")).toBeUndefined();
  expect(timeWords(["now-7d", "now"], de.timeRange, "de")).toBe("Letzte 7 Tage");
});

test("[DSH1] both ends of a few seconds can be told apart", () => {
  const at = Date.parse("2026-11-17T11:26:03Z");

  expect(rangeText(at, at + 20_000, "en-GB")).toMatch(/26:03.*26:23/);
  expect(rangeText(at, at + 3_600_000, "en-GB")).not.toContain(":03");
});

test("[DSH1] a range that ends before it begins is none", () => {
  const forwards = (from: string, to: string) => isForwards(from, to, Date.parse("2026-11-17T11:26:03Z"), "UTC");

  expect([forwards("now-3h", "now"), forwards("5", "now/d")]).toEqual([true, true]);
  expect([forwards("now", "now-3h"), forwards("now", "now"), forwards("now-1h", "now/d")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("[DSH1] a time is typed as a moment or as date and time; anything else is nothing", () => {
  const noon = typedMoment("2026-11-16 12:00") ?? "";

  expect(typedMoment(" now-3h/h ")).toBe("now-3h/h");
  expect(momentToType(noon)).toBe("2026-11-16 12:00:00");
  expect(typedMoment("2026-11-16")).toBe(String(Number(noon) - 12 * 3_600_000));
  expect(["", "then", "2026-13-40", "16.11.2026", "now-6x"].map(typedMoment)).toEqual(Array(5).fill(undefined));
});
