import { afterEach, expect, test } from "vitest";
import { clockText, dateTimeText, dayTimeText } from "../format/time.ts";
import { showZone } from "../format/zone.ts";
import { de } from "../i18n/de/index.ts";
import { en } from "../i18n/en/index.ts";
import { askedTime } from "./asked-time.ts";
import { isForwards } from "./shown-time.ts";
import { allTime, rangeText, timeWords } from "./time-words.ts";
import { endOfDayToType, momentToType, typedMoment } from "./typed-moment.ts";

afterEach(() => showZone(undefined));

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
  expect(timeWords(["now-1h", "now"], de.timeRange, "de")).toBe("Letzte Stunde");
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
  expect(["", "then", "2026-13-40", "2026-02-31", "16.11.2026", "now-6x"].map(typedMoment)).toEqual(
    Array(6).fill(undefined),
  );
});

test("[#17.7] both ends of some milliseconds can be typed, as they are told", () => {
  showZone("UTC");
  const ends = ["1794914763005", "1794914763025"];

  expect(ends.map(momentToType)).toEqual(["2026-11-17 11:26:03.005", "2026-11-17 11:26:03.025"]);
  expect(ends.map(momentToType).map(typedMoment)).toEqual(ends);
  expect(typedMoment("2026-11-17 11:26:03.5")).toBe("1794914763500");
});

test("[#17.7] a clock has 24 hours wherever times are written, as axes have", () => {
  showZone("UTC");
  const at = Date.parse("2026-11-17T21:26:03Z");

  const told = [clockText, dateTimeText, dayTimeText].map((text) => text(at, "en-US"));

  expect([...told, rangeText(at, at + 3_600_000, "en-US")].join()).not.toMatch(/[AP]M/);
  expect(told[0]).toBe("21:26:03");
});

test("[DSH1] days of the calendar are those of the zone that is shown, also where clocks are changed", () => {
  showZone("Europe/Berlin");
  const hoursOf = (day: string) => (Number(typedMoment(endOfDayToType(day))) - Number(typedMoment(day))) / 3_600_000;
  const [from, to] = [typedMoment("2026-03-28"), typedMoment(endOfDayToType("2026-03-30"))].map(Number) as [
    number,
    number,
  ];

  expect(["2026-03-28", "2026-03-29", "2026-10-25"].map(hoursOf)).toEqual([24, 23, 25]);
  expect([rangeText(from, to, "en-GB"), rangeText(from, to, "de")]).toEqual([
    expect.stringMatching(/^28.*30 Mar$/),
    expect.stringMatching(/^28\..*30\. März$/),
  ]);
  expect(rangeText(from, from + 86_400_000, "en-GB")).toBe("28 Mar");
  expect(rangeText(Number(typedMoment("2026-12-31")), Number(typedMoment("2027-01-02")), "en-GB")).toMatch(
    /31 Dec 2026.*1 Jan 2027/,
  );
});

test("[DSH1] a list is asked for its time: all of it without one, without an end until now", () => {
  showZone("UTC");
  const now = Date.parse("2026-11-17T11:26:03Z");
  const asked = (from: string, to: string) => askedTime([from, to], now);

  expect(timeWords(allTime, en.timeRange, "en-GB")).toBe("All time");
  expect([askedTime(allTime, now), asked("now-1h", "now")]).toEqual([{}, { startTime: now - 3_600_000 }]);
  expect(asked("now-1d/d", "now/d")).toEqual({
    ...{ startTime: Date.parse("2026-11-16T00:00:00Z"), endTime: Date.parse("2026-11-17T00:00:00Z") },
  });
  expect(asked("-5", "-9")).toEqual({ startTime: 0, endTime: 1 });
});
