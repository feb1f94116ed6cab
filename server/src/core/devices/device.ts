import type { CredentialsId, DeviceId, DeviceTypeId, TenantId } from "../../kernel/ids.ts";
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

export interface Device extends DeviceProperties {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  readonly createdTime: EpochMs;
}

/** A device with what we know of its contacts. */
export interface DeviceWithActivity extends Device {
  readonly typeId: DeviceTypeId;
  readonly lastActivityTime: EpochMs | null;
  readonly active: boolean;
}

export interface DeviceCredentials {
  readonly id: CredentialsId;
  readonly deviceId: DeviceId;
  readonly createdTime: EpochMs;
  /** The access token; unique in the installation [DEV4]. */
  readonly token: string;
}
