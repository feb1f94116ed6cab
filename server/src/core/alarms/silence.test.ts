import { describe, expect, test } from "vitest";
import type { AlarmId, DeviceId, DeviceTypeId, MaintenanceWindowId, ProjectId, TenantId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { AlarmInfo } from "./alarm.ts";
import { type MaintenanceWindow, spansOf } from "./maintenance-window.ts";
import { isSilenced } from "./silence.ts";
import { weeklySpans } from "./weekly-spans.ts";

const at = (text: string) => epochMs(Date.parse(text));

const alarm: AlarmInfo = {
  id: "alarm" as AlarmId,
  tenantId: "tenant" as TenantId,
  originator: { type: "DEVICE", id: "pump" as DeviceId },
  type: "Too hot",
  severity: "MAJOR",
  ...{ acknowledged: false, cleared: false, ackTs: null, clearTs: null, assigneeId: null, assignTs: null },
  ...{ createdTime: epochMs(0), startTs: epochMs(0), endTs: epochMs(0), details: null },
  ...{ originatorName: "pump", originatorLabel: null, assignee: null, shelf: null },
  deviceTypeId: "pumps" as DeviceTypeId,
  projectPath: ["plant", "hall"] as ProjectId[],
};

const window = (properties: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  id: "window" as MaintenanceWindowId,
  tenantId: "tenant" as TenantId,
  ...{ name: "Overhaul", description: null, startTs: epochMs(1_000), endTs: epochMs(2_000), recurrence: null },
  ...{ deviceId: null, projectId: null, deviceTypeId: null, alarmType: null, deviceProjectId: null },
  createdTime: epochMs(0),
  ...properties,
});

describe("[ALM3, NTF1] what recurs each week", () => {
  const nights = { weekdays: [6], start: "22:00", durationMs: 8 * 3_600_000, timeZone: "Europe/Berlin" };
  const spans = (from: string, to: string) =>
    [...weeklySpans(nights, { from: at(from), to: at(to) })].map(({ startTs, endTs }) =>
      [startTs, endTs].map((ms) => new Date(ms).toISOString()),
    );

  test("is told for a time with all that touches it, by clocks that change", () => {
    expect(spans("2026-10-18T03:00:00Z", "2026-10-31T21:00:00Z")).toEqual([
      ["2026-10-17T20:00:00.000Z", "2026-10-18T04:00:00.000Z"],
      ["2026-10-24T20:00:00.000Z", "2026-10-25T04:00:00.000Z"],
    ]);
    expect(spans("2026-10-18T04:00:00Z", "2026-10-24T20:00:00Z")).toEqual([]);
  });

  test("is told at the end of time, too", () => {
    const end = epochMs(8.64e15);
    expect([...weeklySpans(nights, { from: epochMs(end - 1_000), to: end })]).toEqual([]);
  });

  test("is cut by the beginning and the end of its window", () => {
    const weekly = window({ startTs: at("2026-10-20T00:00:00Z"), endTs: null, recurrence: nights });
    const found = spansOf(weekly, { from: at("2026-10-01T00:00:00Z"), to: at("2026-10-26T00:00:00Z") });
    expect(found.map(({ startTs }) => startTs)).toEqual([at("2026-10-24T20:00:00Z")]);
  });
});

describe("[ALM3] an alarm is silenced", () => {
  test("while it is shelved, and not a moment longer", () => {
    const shelved = { ...alarm, shelf: { until: epochMs(500), reason: "known", by: "ada" } };

    expect([499, 500].map((now) => isSilenced(shelved, [], epochMs(now)))).toEqual([true, false]);
  });

  test("from the start of a window to its end", () => {
    const answers = [999, 1_000, 1_999, 2_000].map((now) => isSilenced(alarm, [window()], epochMs(now)));

    expect(answers).toEqual([false, true, true, false]);
  });

  test("by a window that names it, its device, its device's type or a project above it, and by no other", () => {
    const during = (properties: Partial<MaintenanceWindow>) => isSilenced(alarm, [window(properties)], epochMs(1_500));

    expect(during({ deviceId: "pump" as DeviceId, alarmType: "Too hot" })).toBe(true);
    expect(during({ projectId: "plant" as ProjectId, deviceTypeId: "pumps" as DeviceTypeId })).toBe(true);
    expect(during({ deviceId: "fan" as DeviceId })).toBe(false);
    expect(during({ projectId: "yard" as ProjectId })).toBe(false);
    expect(during({ deviceTypeId: "fans" as DeviceTypeId })).toBe(false);
    expect(during({ deviceId: "pump" as DeviceId, alarmType: "Too cold" })).toBe(false);
  });

  test("each week at the time that clocks show, over midnight and over changes of the clocks", () => {
    const recurrence = { weekdays: [6], start: "22:30", durationMs: 6 * 3_600_000, timeZone: "Europe/Berlin" };
    const weekly = window({ recurrence, endTs: null, startTs: epochMs(0) });
    const on = (text: string) => isSilenced(alarm, [weekly], at(text));

    // Saturday 24 October 2026; on Sunday at three clocks go back to two: the six hours end at 03:30 by the clock.
    expect(on("2026-10-24T20:29:59Z")).toBe(false);
    expect(on("2026-10-24T20:30:00Z")).toBe(true);
    expect(on("2026-10-25T02:29:59Z")).toBe(true);
    expect(on("2026-10-25T02:30:00Z")).toBe(false);
    // A week later clocks show an hour less from UTC.
    expect(on("2026-10-31T20:30:00Z")).toBe(false);
    expect(on("2026-10-31T21:30:00Z")).toBe(true);
  });

  test("at a time of day that clocks skip from the moment after", () => {
    const recurrence = { weekdays: [7], start: "02:30", durationMs: 3_600_000, timeZone: "Europe/Berlin" };
    const weekly = window({ recurrence, endTs: null, startTs: epochMs(0) });

    const answers = ["2026-03-29T01:29:59Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z"].map((text) =>
      isSilenced(alarm, [weekly], at(text)),
    );

    expect(answers).toEqual([false, true, false]);
  });
});
