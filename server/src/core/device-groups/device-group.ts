import type { DeviceFilterNode } from "@heliograph/contract";
import type { DeviceGroupId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What people say about a group of devices. */
export interface DeviceGroupProperties {
  readonly name: string;
  readonly description: string | null;
  /** As it was saved, by this version or by another one: what is in it is looked at when it is used. */
  readonly filter: DeviceFilterNode;
}

/** A saved filter over the devices of a tenant [PRJ2]. */
export interface DeviceGroup extends DeviceGroupProperties {
  readonly id: DeviceGroupId;
  readonly tenantId: TenantId;
  readonly createdTime: EpochMs;
  /** Grows with every change. */
  readonly version: number;
}
