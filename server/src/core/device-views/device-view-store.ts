import type { DeviceViewId, TenantId, UserId } from "../../kernel/ids.ts";
import type { DeviceView } from "./device-view.ts";

export interface DeviceViewStore {
  /** Those of a user and those that are shared, by name. */
  list(tenant: TenantId, user: UserId): Promise<readonly DeviceView[]>;
  find(tenant: TenantId, id: DeviceViewId): Promise<DeviceView | undefined>;
  /** How many a user has for themselves, and how many are shared in the tenant. */
  count(tenant: TenantId, of: UserId | "shared"): Promise<number>;
  /** `gone`: there is no such tenant, project or user any more. */
  insert(view: DeviceView): Promise<"created" | "gone">;
  /** Writes `view`, whose version is the next one; `changed` when it is not the next one any more. */
  update(view: DeviceView): Promise<"updated" | "changed" | "gone">;
  remove(tenant: TenantId, id: DeviceViewId): Promise<boolean>;
}
