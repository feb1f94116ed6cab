import type { ScheduleTiming } from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { forecastOf } from "./forecast.ts";
import { planRun } from "./plan-run.ts";

const at = (text: string) => epochMs(Date.parse(text));
const daily = { kind: "DAILY", time: "02:30" } as const;
const berlin = "Europe/Berlin";
const forecast = (timing: ScheduleTiming, from: string, timeZone = berlin) =>
  forecastOf({ timing, timeZone }, at(from));
const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
const told = (timing: ScheduleTiming, from: string, timeZone = berlin) =>
  forecast(timing, from, timeZone).runs.map(({ local, note }) => (note ? `${local} ${note}` : local));

describe("[SCH1] the next runs of a schedule", () => {
  test("a time of day that clocks skip is made up for when they have, and says so", () => {
    const runs = told(daily, "2027-03-26T12:00:00Z");

    expect(runs.slice(0, 3)).toEqual([
      "2027-03-27T02:30:00+01:00",
      "2027-03-28T03:00:00+02:00 MOVED",
      "2027-03-29T02:30:00+02:00",
    ]);
  });

  test("a time of day that clocks show twice is run once, and says so", () => {
    const runs = told(daily, "2027-10-29T12:00:00Z");

    expect(runs.slice(0, 3)).toEqual([
      "2027-10-30T02:30:00+02:00",
      "2027-10-31T02:30:00+02:00 TWICE",
      "2027-11-01T02:30:00+01:00",
    ]);
  });

  test("what runs every half hour goes on through both changes of the clocks", () => {
    const halfHourly = { kind: "CRON", expression: "*/30 * * * *" } as const;
    const stepsOf = (from: string) => {
      const times = forecast(halfHourly, from).runs.map(({ time }) => time);
      return times.slice(1).map((time, index) => time - (times[index] ?? 0));
    };

    expect(stepsOf("2027-03-28T00:10:00Z")).toEqual([1_800_000, 1_800_000, 1_800_000, 1_800_000]);
    expect(stepsOf("2027-10-30T23:40:00Z")).toEqual([1_800_000, 1_800_000, 1_800_000, 1_800_000]);
    expect(told(halfHourly, "2027-03-28T00:10:00Z").join()).not.toContain("MOVED");
  });

  test("weeks, months and their last days are told as cron, and the next change of the clocks beside them", () => {
    const week = forecast({ kind: "WEEKLY", weekdays: ["SUN", "FRI"], time: "16:00" }, "2026-11-16T12:00:00Z");
    const month = forecast({ kind: "MONTHLY", days: [15, 0], time: "00:05" }, "2026-11-16T12:00:00Z", "UTC");

    expect(week.cron).toBe("0 16 * * 0,5");
    expect(week.runs[0]?.local).toBe("2026-11-20T16:00:00+01:00");
    expect(week.clockChange).toEqual({ time: at("2027-03-28T01:00:00Z"), before: "+01:00", after: "+02:00" });
    expect(month.runs.slice(0, 2).map(({ local }) => local.slice(0, 10))).toEqual(["2026-11-30", "2026-12-15"]);
    expect(month.clockChange).toBeNull();
  });

  test.each([
    ["Europe/Berlin", "2027-03-28", "02:30", "2027-03-28T03:00:00+02:00 MOVED"],
    ["America/New_York", "2027-03-14", "02:45", "2027-03-14T03:00:00-04:00 MOVED"],
    ["Australia/Lord_Howe", "2027-10-03", "02:10", "2027-10-03T02:30:00+11:00 MOVED"],
    ["Europe/Berlin", "2027-10-31", "02:30", "2027-10-31T02:30:00+02:00 TWICE"],
    ["America/New_York", "2027-11-07", "01:15", "2027-11-07T01:15:00-04:00 TWICE"],
    ["Australia/Lord_Howe", "2027-04-04", "01:40", "2027-04-04T01:40:00+11:00 TWICE"],
  ])("in %s on %s at %s all kinds run at the same moment", (timeZone, day, time, run) => {
    const [, month, date] = day.split("-").map(Number);
    const [hour, minute] = time.split(":").map(Number);
    const kinds: readonly ScheduleTiming[] = [
      { kind: "ONCE", at: `${day}T${time}` },
      { kind: "DAILY", time },
      { kind: "WEEKLY", weekdays: ["SUN"], time },
      { kind: "MONTHLY", days: [date ?? 0], time },
      { kind: "CRON", expression: `${minute} ${hour} ${date} ${month} *` },
    ];

    const firsts = kinds.map((timing) => told(timing, `${dayBefore(day)}T00:00:00Z`, timeZone));

    for (const runs of firsts) expect(runs).toContain(run);
    expect(firsts[0]).toEqual([run]);
  });

  test.each([
    [{ kind: "CRON", expression: "0 0 30 2 *" }, "SCHEDULE_NEVER_RUNS"],
    [{ kind: "MONTHLY", days: [], time: "10:00" }, "SCHEDULE_TIME_INVALID"],
    [{ kind: "ONCE", at: "2020-01-01T00:00" }, "SCHEDULE_NEVER_RUNS"],
    [{ kind: "ONCE", at: "2027-02-30T00:00" }, "SCHEDULE_TIME_INVALID"],
    [{ kind: "CRON", expression: "* * * * * *" }, "SCHEDULE_TIME_INVALID"],
    [{ kind: "CRON", expression: "@daily" }, "SCHEDULE_TIME_INVALID"],
    [{ kind: "CRON", expression: "61 * * * *" }, "SCHEDULE_TIME_INVALID"],
  ] as const)("%o is refused with a reason", (timing, code) => {
    expect(() => forecast(timing as unknown as ScheduleTiming, "2026-11-16T12:00:00Z")).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test.each([
    ["* * * * * *", "FIELDS", "* * * * * *"],
    ["61 * * * *", "MINUTE", "61"],
    ["0 25 * * 1", "HOUR", "25"],
    ["0 0 32 * *", "DAY", "32"],
    ["0 0 * Mai *", "MONTH", "Mai"],
    ["0 0 * * Montag", "WEEKDAY", "Montag"],
  ])("%s: which part nobody understands is told by name", (expression, kind, value) => {
    expect(() => forecast({ kind: "CRON", expression }, "2026-11-16T12:00:00Z")).toThrow(
      expect.objectContaining({ code: "SCHEDULE_TIME_INVALID", params: { kind, value } }),
    );
  });

  test("a zone nobody knows is refused", () => {
    expect(() => forecast(daily, "2026-11-16T12:00:00Z", "Mars/Olympus")).toThrow(
      expect.objectContaining({ code: "SCHEDULE_ZONE_UNKNOWN" }),
    );
  });
});

describe("[SCH1] a schedule whose time has come", () => {
  const hourly = { timing: { kind: "CRON", expression: "0 * * * *" }, timeZone: "UTC" } as const;
  const plan = (missed: "SKIP" | "ONCE", due: string, now: string) =>
    planRun({ ...hourly, missed, dueTime: at(due) }, at(now), 60_000);

  test("runs, and is due at its next time", () => {
    expect(plan("SKIP", "2026-11-16T10:00:00Z", "2026-11-16T10:00:01Z")).toEqual({
      ...{ run: at("2026-11-16T10:00:00Z"), missedSince: undefined, missed: 0, next: at("2026-11-16T11:00:00Z") },
    });
  });

  test("while no node ran leaves out what it missed, where it says so", () => {
    expect(plan("SKIP", "2026-11-16T10:00:00Z", "2026-11-16T13:30:00Z")).toEqual({
      ...{ run: undefined, missedSince: at("2026-11-16T10:00:00Z"), missed: 4, next: at("2026-11-16T14:00:00Z") },
    });
  });

  test("while no node ran is made up for once, where it says so", () => {
    expect(plan("ONCE", "2026-11-16T10:00:00Z", "2026-11-16T13:30:00Z")).toEqual({
      ...{ run: at("2026-11-16T13:00:00Z"), missedSince: undefined, missed: 4, next: at("2026-11-16T14:00:00Z") },
    });
  });

  test("a thousand times while no node ran is made up for by the newest of them; beyond a hundred nobody counts", () => {
    expect(plan("ONCE", "2026-09-16T10:00:00Z", "2026-11-16T13:30:00Z")).toEqual({
      ...{ run: at("2026-11-16T13:00:00Z"), missedSince: undefined, missed: 100, next: at("2026-11-16T14:00:00Z") },
    });
    expect(plan("SKIP", "2026-09-16T10:00:00Z", "2026-11-16T13:00:00Z")).toMatchObject({
      ...{ run: undefined, missed: 100, next: at("2026-11-16T13:00:00Z") },
    });
  });

  test("again just before the node is back runs in time, whatever it says of what it missed", () => {
    const [skip, once] = (["SKIP", "ONCE"] as const).map((missed) =>
      plan(missed, "2026-11-16T10:00:00Z", "2026-11-16T12:00:10Z"),
    );

    expect(skip).toMatchObject({ run: undefined, missed: 2, next: at("2026-11-16T12:00:00Z") });
    expect(once).toMatchObject({ run: at("2026-11-16T12:00:00Z"), missed: 2, next: at("2026-11-16T13:00:00Z") });
  });
});
