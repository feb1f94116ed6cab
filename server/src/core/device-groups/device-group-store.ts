import type { DeviceGroupId, TenantId } from "../../kernel/ids.ts";
import type { DeviceGroup } from "./device-group.ts";

export interface DeviceGroupStore {
  /** By name. */
  list(tenant: TenantId): Promise<readonly DeviceGroup[]>;
  find(tenant: TenantId, id: DeviceGroupId): Promise<DeviceGroup | undefined>;
  count(tenant: TenantId): Promise<number>;
  insert(group: DeviceGroup): Promise<"created" | "name-taken" | "no-such-tenant">;
  /** Writes `group`, whose version is the next one; `changed` when it is not the next one any more. */
  update(group: DeviceGroup): Promise<"updated" | "changed" | "name-taken">;
  remove(tenant: TenantId, id: DeviceGroupId): Promise<boolean>;
}
