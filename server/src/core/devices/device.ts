import type { AlarmSeverity } from "@heliograph/contract";
import type { CredentialsId, DeviceId, DeviceTypeId, ProjectId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What people say about a device. */
export interface DeviceProperties {
  readonly name: string;
  readonly type: string;
  readonly label: string | null;
  readonly description: string | null;
  readonly serialNumber: string | null;
  readonly firmwareVersion: string | null;
  /** Overrides the installation's inactivity timeout [DEV5]. */
  readonly inactivityTimeoutMs: number | null;
}

/** What somebody wants a device to be; a type that is not named is the tenant's default one [TYP1]. */
export interface WantedDevice extends Omit<DeviceProperties, "type"> {
  readonly type: string | null;
  readonly typeId: DeviceTypeId | null;
}

/** Whose a device is. */
export interface DevicePlace {
  readonly tenantId: TenantId;
  /** Null is the root of the tenant: in no project [PRJ1]. */
  readonly projectId: ProjectId | null;
}

export interface Device extends DeviceProperties, DevicePlace {
  readonly id: DeviceId;
  readonly createdTime: EpochMs;
}

/** A device with what we know of its contacts. */
export interface DeviceWithActivity extends Device {
  readonly typeId: DeviceTypeId;
  readonly lastActivityTime: EpochMs | null;
  readonly active: boolean;
  /** The worst of its active alarms, for who may see them. */
  readonly alarmSeverity: AlarmSeverity | null;
}

export interface DeviceCredentials {
  readonly id: CredentialsId;
  readonly deviceId: DeviceId;
  readonly createdTime: EpochMs;
  /** The access token; unique in the installation [DEV4]. */
  readonly token: string;
}
