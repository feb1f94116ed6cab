import type { WeeklyRecurrence } from "@heliograph/contract";
import type { CalendarRange } from "../../kernel/calendar-range.ts";
import type { DeviceId, DeviceTypeId, MaintenanceWindowId, ProjectId, TenantId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { AlarmInfo } from "./alarm.ts";
import { type Span, spansAt, weeklySpans } from "./weekly-spans.ts";

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

/** Whether it is on at this moment. */
export function isOn({ startTs, endTs, recurrence }: WindowProperties, now: EpochMs): boolean {
  if (now < startTs || (endTs !== null && now >= endTs)) return false;
  return recurrence === null || spansAt(recurrence, now).length > 0;
}

/** When it is on between two moments. */
export function spansOf({ startTs, endTs, recurrence }: WindowProperties, range: CalendarRange): readonly Span[] {
  const [from, to] = [Math.max(startTs, range.from), Math.min(endTs ?? Number.POSITIVE_INFINITY, range.to)];
  if (from >= to) return [];
  if (!recurrence) return [{ startTs, endTs: endTs ?? range.to }];
  return [...weeklySpans(recurrence, { from: epochMs(from), to: epochMs(to) })];
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
