import type { ScheduleTiming } from "@heliograph/contract";
import { expect, test } from "vitest";
import { en } from "../../../i18n/en/index.ts";
import { shiftOf } from "./clock-change.ts";
import { everyMinutesTiming, hourlyTiming, rhythmOf, timingOf } from "./rhythm.ts";
import { timingText } from "./timing-text.ts";
import { monthDaysOf } from "./typed-days.ts";

const said = (timing: ScheduleTiming): string => timingText(timing, en.schedules.timing, "en-GB");
const cron = (expression: string): ScheduleTiming => ({ kind: "CRON", expression });

test("[SCH1] when something runs is said as people say it", () => {
  expect(said({ kind: "DAILY", time: "06:30" })).toBe("every day at 06:30");
  expect(said({ kind: "WEEKLY", weekdays: ["FRI", "MON"], time: "16:00" })).toBe("every Monday and Friday at 16:00");
  expect(said({ kind: "WEEKLY", weekdays: ["MON", "TUE", "WED", "THU", "FRI"], time: "08:00" })).toBe(
    "Monday to Friday at 08:00",
  );
  expect(said({ kind: "MONTHLY", days: [0, 22, 1], time: "06:00" })).toBe(
    "on the 1st, 22nd and last day of each month at 06:00",
  );
  expect(said({ kind: "ONCE", at: "2026-11-20T14:30" })).toBe("once, on 20 Nov 2026 at 14:30");
  expect(said(cron("*/15 * * * *"))).toBe("every 15 minutes");
  expect(said(cron("5 * * * *"))).toBe("every hour at :05");
  expect(said(cron("*/15 6-18 * * MON-FRI"))).toBe("by cron */15 6-18 * * MON-FRI");
});

test("[SCH1] a step that does not divide an hour is a matter for experts", () => {
  expect(rhythmOf(everyMinutesTiming(20))).toBe("minutes");
  expect(rhythmOf(cron("*/7 * * * *"))).toBe("cron");
  expect(rhythmOf(hourlyTiming(59))).toBe("hourly");
});

test("[SCH1] another rhythm keeps the time of day, and for experts the pattern it had", () => {
  const now = Date.UTC(2026, 10, 16, 12);
  const weekly: ScheduleTiming = { kind: "WEEKLY", weekdays: ["FRI"], time: "16:45" };

  expect(timingOf("daily", weekly, undefined, now)).toEqual({ kind: "DAILY", time: "16:45" });
  expect(timingOf("once", weekly, undefined, now)).toEqual({ kind: "ONCE", at: "2026-11-17T16:45" });
  expect(timingOf("hourly", weekly, undefined, now)).toEqual(cron("45 * * * *"));
  expect(timingOf("cron", weekly, "45 16 * * 5", now)).toEqual(cron("45 16 * * 5"));
});

test("days of a month are read as they are typed", () => {
  expect(monthDaysOf("15, 1 and 40;1")).toEqual([1, 15]);
  expect(monthDaysOf("")).toEqual([]);
});

test("[SCH1] a change of the clocks keeps the time there and moves it in UTC, over midnight as well", () => {
  const change = { time: 0, before: "+01:00", after: "+02:00" };

  expect(shiftOf({ kind: "DAILY", time: "16:00" }, change)).toEqual({ time: "16:00", before: "15:00", after: "14:00" });
  expect(shiftOf({ kind: "DAILY", time: "01:30" }, change)).toEqual({ time: "01:30", before: "00:30", after: "23:30" });
  expect(shiftOf({ kind: "DAILY", time: "22:00" }, { time: 0, before: "-03:30", after: "-02:30" })).toEqual({
    ...{ time: "22:00", before: "01:30", after: "00:30" },
  });
  expect(shiftOf(cron("0 * * * *"), change)).toBe(undefined);
});
