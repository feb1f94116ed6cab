import type { MaintenanceWindowId, TenantId } from "../../kernel/ids.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

export interface MaintenanceWindowStore {
  /** By name; a tenant has as many as a setting allows. */
  list(tenant: TenantId): Promise<readonly MaintenanceWindow[]>;
  find(tenant: TenantId, id: MaintenanceWindowId): Promise<MaintenanceWindow | undefined>;
  /** `gone`: what it is for was deleted meanwhile. */
  insert(window: MaintenanceWindow, atMost: number): Promise<"created" | "full" | "gone">;
  update(window: MaintenanceWindow): Promise<"updated" | "gone">;
  remove(window: MaintenanceWindow): Promise<void>;
}
