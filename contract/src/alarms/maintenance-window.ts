import { type Static, Type } from "typebox";
import { CalendarSpans } from "../calendar.ts";
import { entityId, entityReference } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { freeText, nameText } from "../text.ts";
import { Timestamp } from "../time.ts";

const name = nameText("Name", "Overhaul");
const description = freeText("Description", "Both pumps, one after the other", 4_096);
const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000, examples: [1794700800000] });

/** Each week on these days, at what clocks of the zone show [ALM3]. */
export const WeeklyRecurrence = Type.Object({
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: "1 is Monday",
    examples: [[1, 3]],
  }),
  start: Type.String({
    pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
    "x-must": "must be a time of day such as 06:30",
    "x-form": "time-of-day",
    description: "Time of day",
    examples: ["06:30"],
  }),
  durationMs: Type.Integer({
    minimum: 60_000,
    maximum: 604_800_000,
    description: "For so long",
    examples: [7_200_000],
  }),
  timeZone: Type.String({ minLength: 1, maxLength: 64, description: "IANA name", examples: ["Europe/Berlin"] }),
});
export type WeeklyRecurrence = Static<typeof WeeklyRecurrence>;

const fields = {
  name,
  startTs: Type.Integer({ ...moment, description: "Unix ms; with a recurrence: not before" }),
};

/** What is named has to fit, all of it; with nothing named it is the whole tenant [ALM3]. */
export const MaintenanceWindowRecord = Type.Object({
  id: entityId("MAINTENANCE_WINDOW"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  ...fields,
  description: nullable(description),
  endTs: nullable(Type.Integer({ ...moment, description: "Unix ms, excluded; null: the recurrence has no end" })),
  recurrence: nullable(WeeklyRecurrence),
  deviceId: nullable(entityId("DEVICE")),
  projectId: nullable(entityId("PROJECT")),
  deviceProfileId: nullable(entityId("DEVICE_PROFILE")),
  alarmType: nullable(Type.String({ description: "Only alarms of this type", examples: ["Too hot"] })),
  active: Type.Boolean({ description: "Whether it is on at this moment" }),
});
export type MaintenanceWindowRecord = Static<typeof MaintenanceWindowRecord>;

export const MaintenanceWindowInput = Type.Object({
  id: Type.Optional(entityReference("MAINTENANCE_WINDOW")),
  ...fields,
  description: Type.Optional(description),
  endTs: Type.Optional(moment),
  recurrence: Type.Optional(WeeklyRecurrence),
  deviceId: Type.Optional(entityReference("DEVICE")),
  projectId: Type.Optional(entityReference("PROJECT")),
  deviceProfileId: Type.Optional(entityReference("DEVICE_PROFILE")),
  alarmType: Type.Optional(nameText("Only alarms of this type", "Too hot")),
});
export type MaintenanceWindowInput = Static<typeof MaintenanceWindowInput>;

export const MaintenanceWindowQuery = Type.Object(pageQuery);

/** For a calendar: when a window is on. */
export const MaintenanceCalendarEntry = Type.Object({
  windowId: entityId("MAINTENANCE_WINDOW"),
  name,
  spans: CalendarSpans,
});
export type MaintenanceCalendarEntry = Static<typeof MaintenanceCalendarEntry>;
