import type { CredentialsRecord, DeviceInput, DeviceRecord } from "@heliograph/contract";
import type { DeviceCredentials, DeviceWithActivity, WantedDevice } from "../../../core/devices/index.ts";
import { type Reach, reaches } from "../../../core/projects/index.ts";
import { deviceTypeIdOf } from "../route-ids.ts";
import { projectReferenceOf } from "./project-record.ts";

/** `seesAlarms`: where the reader may; elsewhere a device is as one without any [ALM4]. */
export const deviceRecordOf = (device: DeviceWithActivity, seesAlarms: Reach | undefined): DeviceRecord => ({
  id: { entityType: "DEVICE", id: device.id },
  createdTime: device.createdTime,
  tenantId: { entityType: "TENANT", id: device.tenantId },
  projectId: projectReferenceOf(device.projectId),
  name: device.name,
  type: device.type,
  deviceProfileId: { entityType: "DEVICE_PROFILE", id: device.typeId },
  label: device.label,
  additionalInfo: {
    description: device.description,
    ...(device.inactivityTimeoutMs === null ? {} : { inactivityTimeout: device.inactivityTimeoutMs }),
  },
  active: device.active,
  lastActivityTime: device.lastActivityTime,
  serialNumber: device.serialNumber,
  firmwareVersion: device.firmwareVersion,
  alarmSeverity: seesAlarms && reaches(seesAlarms, device.projectId) ? device.alarmSeverity : null,
});

export const devicePropertiesOf = (input: DeviceInput): WantedDevice => ({
  name: input.name,
  type: input.type ?? null,
  typeId: input.deviceProfileId ? deviceTypeIdOf(input.deviceProfileId.id) : null,
  label: input.label ?? null,
  description: input.additionalInfo?.description ?? null,
  serialNumber: input.serialNumber ?? null,
  firmwareVersion: input.firmwareVersion ?? null,
  inactivityTimeoutMs: input.additionalInfo?.inactivityTimeout ?? null,
});

export const credentialsRecordOf = (credentials: DeviceCredentials): CredentialsRecord => ({
  id: { entityType: "DEVICE_CREDENTIALS", id: credentials.id },
  createdTime: credentials.createdTime,
  deviceId: { entityType: "DEVICE", id: credentials.deviceId },
  credentialsType: "ACCESS_TOKEN",
  credentialsId: credentials.token,
  credentialsValue: null,
});
