import { severityOfRank } from "../../../core/alarms/index.ts";
import type {
  Contact,
  Device,
  DeviceCredentials,
  DeviceProperties,
  StoredDevice,
} from "../../../core/devices/index.ts";
import type { CredentialsId, DeviceId, DeviceTypeId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

type PropertyRow = Omit<Tables["devices"], "name_key" | "search_text">;
/** With the name of its type. */
export type DeviceRow = PropertyRow & { readonly type: string };

/** What stands in the device's own row. */
type OwnProperties = Omit<DeviceProperties, "type">;

/** Newlines keep a search from matching across two fields: no searchable text contains one. */
const searchTextOf = (device: OwnProperties): string =>
  foldCase([device.name, device.label ?? "", device.serialNumber ?? ""].join("\n"));

export const propertyColumns = (properties: OwnProperties) => ({
  name: properties.name,
  name_key: foldCase(properties.name),
  label: properties.label,
  description: properties.description,
  serial_number: properties.serialNumber,
  firmware_version: properties.firmwareVersion,
  inactivity_timeout_ms: properties.inactivityTimeoutMs,
  search_text: searchTextOf(properties),
});

export const deviceRow = (device: Device, typeId: string): Tables["devices"] => ({
  id: device.id,
  tenant_id: device.tenantId,
  type_id: typeId,
  created_time: device.createdTime,
  project_id: device.projectId,
  ...propertyColumns(device),
});

export const deviceOf = (row: DeviceRow): Device => ({
  id: row.id as DeviceId,
  tenantId: row.tenant_id as TenantId,
  createdTime: epochMs(row.created_time),
  projectId: row.project_id as ProjectId | null,
  type: row.type,
  ...ownPropertiesOf(row),
});

export const ownPropertiesOf = (row: PropertyRow): OwnProperties => ({
  name: row.name,
  label: row.label,
  description: row.description,
  serialNumber: row.serial_number,
  firmwareVersion: row.firmware_version,
  inactivityTimeoutMs: row.inactivity_timeout_ms,
});

export const storedDeviceOf = (
  row: DeviceRow & { last_activity_time: number | null; alarm_rank: number | null },
): StoredDevice => ({
  ...deviceOf(row),
  typeId: row.type_id as DeviceTypeId,
  lastActivityTime: row.last_activity_time === null ? null : epochMs(row.last_activity_time),
  alarmSeverity: row.alarm_rank === null ? null : severityOfRank(row.alarm_rank),
});

export const activityRows = (id: DeviceId, contact: Contact | undefined): Tables["device_activity"][] =>
  contact ? [{ device_id: id, last_activity_time: contact.time, announced_active: contact.active ? 1 : 0 }] : [];

export const credentialsRow = (credentials: DeviceCredentials): Tables["device_credentials"] => ({
  id: credentials.id,
  device_id: credentials.deviceId,
  token: credentials.token,
  created_time: credentials.createdTime,
});

export const credentialsOf = (row: Tables["device_credentials"]): DeviceCredentials => ({
  id: row.id as CredentialsId,
  deviceId: row.device_id as DeviceId,
  token: row.token,
  createdTime: epochMs(row.created_time),
});
