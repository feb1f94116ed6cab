export { tenantNotFound } from "./errors.ts";
export {
  stricter,
  type TenantLimits,
  TenantLimitsBook,
  type TenantLimitsStore,
} from "./tenant-limits.ts";
export { saveTenantSettings, type TenantSettings, type TenantSettingsStore } from "./tenant-settings.ts";
export type { Tenant, TenantStore } from "./tenant-store.ts";
export { Tenants } from "./tenants.ts";
