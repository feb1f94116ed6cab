import type { ScheduleCalendarEntry, ScheduleRunRecord } from "@heliograph/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { showZone } from "../../../format/zone.ts";
import { beside, dayOf, daysOf, minutesAt, startOf } from "./days.ts";
import { contentOf, placed } from "./events.ts";
import { besideEachOther, eachOnce, silentTimesOf } from "./silent-times.ts";

beforeEach(() => showZone("Europe/Berlin"));
afterEach(() => showZone(undefined));

const at = (text: string): number => Date.parse(`${text}Z`);

const run = (dueTime: number, state: ScheduleRunRecord["state"]): ScheduleRunRecord => ({
  ...{ dueTime, startedTime: dueTime, finishedTime: dueTime, trigger: "TIME", state, missed: 0 },
  ...{ jobId: null, total: null, changed: 0, failed: 0, error: null },
});

const entry = (id: string, part: Partial<ScheduleCalendarEntry>): ScheduleCalendarEntry => ({
  scheduleId: { entityType: "SCHEDULE", id },
  ...{ times: [], more: false, runs: [], ...part },
});

test("[SCH1] a week is seven days from Monday, a month the whole weeks it is in", () => {
  expect(daysOf("week", "2026-11-22")).toEqual(
    ["16", "17", "18", "19", "20", "21", "22"].map((day) => `2026-11-${day}`),
  );
  const month = daysOf("month", "2026-11-16");
  expect([month[0], month.at(-1), month.length]).toEqual(["2026-10-26", "2026-12-06", 42]);
  expect(beside("month", "2026-01-31", 1)).toBe("2026-02-01");
  expect(beside("week", "2026-12-31", 1)).toBe("2027-01-07");
});

test("[SCH1] a day begins when the clocks of the shown zone say so, also when they change", () => {
  expect(startOf("2026-10-25")).toBe(at("2026-10-24T22:00:00"));
  expect(startOf("2026-10-26") - startOf("2026-10-25")).toBe(25 * 3_600_000);
  expect([dayOf(at("2026-11-15T23:30:00")), minutesAt(at("2026-11-15T23:30:00"))]).toEqual(["2026-11-16", 30]);
});

test("[SCH1] runs stand on their days with what became of them; what runs often is told in one line", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => at("2026-11-16T00:00:00") + hour * 3_600_000);
  const content = contentOf([
    entry("daily", { runs: [run(at("2026-11-16T05:00:00"), "FAILED")], times: [at("2026-11-17T05:00:00")] }),
    entry("often", { runs: hours.slice(0, 8).map((time) => run(time, "DONE")), times: hours.slice(8), more: true }),
  ]);

  expect(content.often).toEqual([{ scheduleId: "often", done: 8, failed: 0, planned: 16, more: true }]);
  expect([...content.events.values()].flat().map(({ day, minutes, state }) => [day, minutes, state])).toEqual([
    ["2026-11-16", 360, "FAILED"],
    ["2026-11-17", 360, "PLANNED"],
  ]);
});

test("[SCH1, ALM3, NTF1] maintenance and quiet hours stand on each day they touch, as far as they do", () => {
  const overhaul = {
    ...{ windowId: { entityType: "MAINTENANCE_WINDOW" as const, id: "w" }, name: "Overhaul" },
    spans: [{ startTs: at("2026-11-16T21:00:00"), endTs: at("2026-11-18T05:30:00") }],
  };
  const night = {
    ...{ policyId: { entityType: "NOTIFICATION_POLICY" as const, id: "p" }, name: "Pumps" },
    spans: [{ startTs: at("2026-11-17T05:00:00"), endTs: at("2026-11-17T06:00:00") }],
  };

  const times = silentTimesOf([overhaul], [night], daysOf("week", "2026-11-16"));

  expect([...times.values()].flat().map(({ day, kind, from, to }) => [day, kind, from, to])).toEqual([
    ["2026-11-16", "MAINTENANCE", 22 * 60, 24 * 60],
    ["2026-11-17", "MAINTENANCE", 0, 24 * 60],
    ["2026-11-17", "QUIET", 6 * 60, 7 * 60],
    ["2026-11-18", "MAINTENANCE", 0, 6.5 * 60],
  ]);
  const beside = besideEachOther(times.get("2026-11-17")).map(({ time, lane, lanes }) => [time.kind, lane, lanes]);
  expect(beside).toEqual([
    ["MAINTENANCE", 0, 2],
    ["QUIET", 1, 2],
  ]);
});

test("[NTF1] a night that ends in the morning and begins in the evening is named once, and has the whole width twice", () => {
  const spans = ["15", "16"].map((day) => ({
    startTs: at(`2026-11-${day}T21:00:00`),
    endTs: at(`2026-11-${day}T21:00:00`) + 8 * 3_600_000,
  }));
  const nights = { policyId: { entityType: "NOTIFICATION_POLICY" as const, id: "p" }, name: "Pumps", spans };

  const day = silentTimesOf([], [nights], ["2026-11-16"]).get("2026-11-16");

  expect(eachOnce(day).map(({ from }) => from)).toEqual([0]);
  expect(besideEachOther(day).map(({ time, lanes }) => [time.from, time.to, lanes])).toEqual([
    [0, 6 * 60, 1],
    [22 * 60, 24 * 60, 1],
  ]);
});

test("[SCH1] runs at about the same time stand beside each other, later ones have the whole width again", () => {
  const times = ["05:00", "05:10", "05:55", "09:00"].map((time) => at(`2026-11-16T${time}:00`));
  const [events = []] = contentOf([entry("a", { times })]).events.values();

  expect(placed(events, 50).map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ]);
});
