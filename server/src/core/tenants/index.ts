export { tenantNotFound } from "./errors.ts";
export type { Tenant, TenantStore } from "./tenant-store.ts";
export { Tenants } from "./tenants.ts";
