import type { WeeklyRecurrence } from "@heliograph/contract";
import type { DeviceId, DeviceTypeId, MaintenanceWindowId, ProjectId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { AlarmInfo } from "./alarm.ts";

/** What of it people say. All that is named has to fit; with nothing named it is the whole tenant. */
export interface WindowProperties {
  readonly name: string;
  readonly description: string | null;
  /** With a recurrence: not before, and not after. */
  readonly startTs: EpochMs;
  readonly endTs: EpochMs | null;
  readonly recurrence: WeeklyRecurrence | null;
  readonly deviceId: DeviceId | null;
  /** With everything below it. */
  readonly projectId: ProjectId | null;
  readonly deviceTypeId: DeviceTypeId | null;
  readonly alarmType: string | null;
}

/** A time in which something is worked on, and nobody wants to hear of it [ALM3]. */
export interface MaintenanceWindow extends WindowProperties {
  readonly id: MaintenanceWindowId;
  readonly tenantId: TenantId;
  readonly createdTime: EpochMs;
  /** Where the device is, if it is for one. */
  readonly deviceProjectId: ProjectId | null;
}

const dayMs = 24 * 60 * 60_000;

/** Whether it is on at this moment. */
export function isOn({ startTs, endTs, recurrence }: WindowProperties, now: EpochMs): boolean {
  if (now < startTs || (endTs !== null && now >= endTs)) return false;
  return recurrence === null || isWithinRecurrence(recurrence, now);
}

/** It may have begun days ago. A time of day that clocks skip counts from the moment after, one they show twice from the first. */
function isWithinRecurrence({ weekdays, start, durationMs, timeZone }: WeeklyRecurrence, now: EpochMs): boolean {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  // One day more than it lasts: the day of a clock change may have 25 hours.
  for (let daysAgo = 0; daysAgo <= Math.ceil(durationMs / dayMs) + 1; daysAgo++) {
    const day = today.subtract({ days: daysAgo });
    if (!weekdays.includes(day.dayOfWeek)) continue;
    const begin = day.toZonedDateTime({ timeZone, plainTime: start }).epochMilliseconds;
    if (begin <= now && now < begin + durationMs) return true;
  }
  return false;
}

/** What of an alarm a window can name. */
export type WindowSubject = Pick<AlarmInfo, "originator" | "projectPath" | "deviceTypeId"> & {
  /** Null is none: of something that is no alarm. */
  readonly type: string | null;
};

/** Whether it is for alarms like this one. */
export function concerns(window: WindowProperties, alarm: WindowSubject): boolean {
  const { deviceId, projectId, deviceTypeId, alarmType } = window;
  return (
    (deviceId === null || deviceId === alarm.originator.id) &&
    (projectId === null || alarm.projectPath.includes(projectId)) &&
    (deviceTypeId === null || deviceTypeId === alarm.deviceTypeId) &&
    (alarmType === null || alarmType === alarm.type)
  );
}

export const isTimeZone = (timeZone: string): boolean => {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch {
    return false;
  }
};
