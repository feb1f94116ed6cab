import { expect, test } from "vitest";
import { de } from "../i18n/de/index.ts";
import { en } from "../i18n/en/index.ts";
import { timeWords } from "./time-words.ts";
import { momentToType, typedMoment } from "./typed-moment.ts";

test("[DSH1] a time is readable in words, in the reader's language", () => {
  const inEnglish = (from: string, to: string) => timeWords([from, to], en.timeRange, "en-GB");

  expect(inEnglish("now-6h", "now")).toBe("Last 6 hours");
  expect(inEnglish("now-1d/d", "now/d")).toBe("Yesterday");
  expect(inEnglish("now-3h/h", "now")).toBe("now-3h/h – now");
  expect(inEnglish("now+1h", "now")).toBe("now+1h – now");
  expect(inEnglish("1794700800000", "1794787200000")).toBeUndefined();
  expect(timeWords(["now-7d", "now"], de.timeRange, "de")).toBe("Letzte 7 Tage");
});

test("[DSH1] a time is typed as a moment or as date and time; anything else is nothing", () => {
  const noon = typedMoment("2026-11-16 12:00") ?? "";

  expect(typedMoment(" now-3h/h ")).toBe("now-3h/h");
  expect(momentToType(noon)).toBe("2026-11-16 12:00:00");
  expect(typedMoment("2026-11-16")).toBe(String(Number(noon) - 12 * 3_600_000));
  expect(["", "then", "2026-13-40", "16.11.2026", "now-6x"].map(typedMoment)).toEqual(Array(5).fill(undefined));
});
