// What runs by itself: who is told, what the clock starts, what is calculated.
import type { Begin } from "./begin.ts";
import { dayMs, hourMs, minuteMs } from "./noise.ts";
import type { People } from "./people.ts";
import { requireId, type Stage } from "./stage.ts";

export async function arrangeRoutine(stage: Stage, people: People, begin: Begin): Promise<void> {
  await tellPeople(stage, people, begin);
  await planWork(stage, begin);
  await makeReports(stage, begin);
}

async function tellPeople({ api, projectIds }: Stage, { lead }: People, { zone }: Begin): Promise<void> {
  await api.notifications.savePolicy({
    body: {
      name: "Everything serious",
      alarms: { severities: ["CRITICAL", "MAJOR"] },
      recipients: { roles: ["TENANT_ADMIN"] },
      channels: ["INBOX"],
      grouping: { by: "DEVICE", waitMs: 2_000, everyMs: 10_000 },
      tellCleared: true,
      escalation: [
        { afterMs: 15 * minuteMs, recipients: { userIds: [lead.id] }, channels: ["INBOX"] },
        { afterMs: hourMs, recipients: { roles: ["OPERATOR", "TENANT_ADMIN"] }, channels: ["INBOX"] },
      ],
    },
  });
  await api.notifications.savePolicy({
    body: {
      name: "Pump house at night",
      alarms: { projectIds: [requireId(projectIds, "Pump house")] },
      recipients: { roles: ["OPERATOR"] },
      channels: ["INBOX"],
      quietHours: {
        ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], start: "22:00", durationMs: 8 * hourMs, timeZone: zone },
        except: ["CRITICAL"],
      },
    },
  });
}

async function planWork({ api, typeIds }: Stage, { ts, zone }: Begin): Promise<void> {
  await api.alarms.saveWindow({
    body: {
      ...{ name: "Weekly overhaul of the test stands", startTs: ts - 21 * dayMs },
      recurrence: { weekdays: [6], start: "08:00", durationMs: 2 * hourMs, timeZone: zone },
      deviceProfileId: { entityType: "DEVICE_PROFILE", id: requireId(typeIds, "Data logger") },
    },
  });
  await api.schedules.save({
    body: {
      ...{ name: "Early shift", enabled: true, timeZone: zone, missed: "SKIP" },
      timing: { kind: "WEEKLY", weekdays: ["MON", "TUE", "WED", "THU", "FRI"], time: "06:30" },
      action: { kind: "PUBLISH_ATTRIBUTE", all: true, scope: "SERVER_SCOPE", key: "shift", value: "early" },
    },
  });
  await api.schedules.save({
    body: {
      ...{ name: "Self-test of the loggers", enabled: true, timeZone: zone, missed: "SKIP" },
      timing: { kind: "DAILY", time: "04:15" },
      action: {
        ...{ kind: "COMMANDS", filter: { type: "Data logger" } },
        commands: [{ type: "SCPI", text: "*TST?" }],
      },
    },
  });
}

async function makeReports({ api, typeIds }: Stage, { zone }: Begin): Promise<void> {
  const { id } = await api.reports.save({
    body: {
      ...{ name: "Pumps, hour by hour", description: "For the morning round", format: "XLSX", timeZone: zone },
      content: {
        ...{ kind: "TELEMETRY", filter: { type: "Pump" }, channels: ["bearing_temp", "flow", "power"] },
        range: { kind: "PREVIOUS", unit: "DAY" },
        aggregation: { functions: ["AVG", "MAX"], interval: "3600000" },
      },
    },
  });
  await api.schedules.save({
    body: {
      ...{ name: "Morning report", enabled: true, timeZone: zone, missed: "SKIP" },
      ...{ timing: { kind: "DAILY", time: "05:45" }, action: { kind: "REPORT", reportId: id.id } },
    },
  });
  await api.calculatedChannels.save({
    body: {
      definition: {
        scope: { kind: "DEVICE_TYPE", deviceTypeId: requireId(typeIds, "Data logger") },
        ...{ key: "shaft_power", name: "Shaft power", unit: "kW", expression: "speed * torque / 9549.0" },
        inputs: [
          { kind: "CHANNEL", name: "speed", key: "speed", maxAgeMs: minuteMs },
          { kind: "CHANNEL", name: "torque", key: "torque", maxAgeMs: minuteMs },
        ],
      },
    },
  });
}
