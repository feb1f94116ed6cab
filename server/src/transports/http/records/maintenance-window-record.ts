import type { MaintenanceWindowInput, MaintenanceWindowRecord } from "@heliograph/contract";
import { isOn, type MaintenanceWindow, type WindowProperties } from "../../../core/alarms/index.ts";
import type { MaintenanceWindowId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { deviceIdOf, deviceTypeIdOf } from "../route-ids.ts";
import { projectIdIn, projectReferenceOf } from "./project-record.ts";

export const windowIdOf = (text: string): MaintenanceWindowId => text.toLowerCase() as MaintenanceWindowId;

export const windowRecordOf = (window: MaintenanceWindow, now: EpochMs): MaintenanceWindowRecord => ({
  id: { entityType: "MAINTENANCE_WINDOW", id: window.id },
  createdTime: window.createdTime,
  tenantId: { entityType: "TENANT", id: window.tenantId },
  name: window.name,
  description: window.description,
  startTs: window.startTs,
  endTs: window.endTs,
  recurrence: window.recurrence,
  deviceId: window.deviceId && { entityType: "DEVICE", id: window.deviceId },
  projectId: projectReferenceOf(window.projectId),
  deviceProfileId: window.deviceTypeId && { entityType: "DEVICE_PROFILE", id: window.deviceTypeId },
  alarmType: window.alarmType,
  active: isOn(window, now),
});

export const windowPropertiesOf = (input: MaintenanceWindowInput): WindowProperties => ({
  name: input.name,
  description: input.description || null,
  startTs: epochMs(input.startTs),
  endTs: input.endTs === undefined ? null : epochMs(input.endTs),
  recurrence: input.recurrence ?? null,
  deviceId: input.deviceId ? deviceIdOf(input.deviceId.id) : null,
  projectId: projectIdIn(input.projectId),
  deviceTypeId: input.deviceProfileId ? deviceTypeIdOf(input.deviceProfileId.id) : null,
  alarmType: input.alarmType ?? null,
});
