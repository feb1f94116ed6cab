export { homePageUnclear, tenantFull, tenantNotFound, termsOutdated } from "./errors.ts";
export { HistoryDepths } from "./history-depths.ts";
export {
  stricter,
  type TenantLimits,
  TenantLimitsBook,
  type TenantLimitsStore,
  unlimited,
  type VersionedLimits,
} from "./tenant-limits.ts";
export { TenantQuotas } from "./tenant-quotas.ts";
export { saveTenantSettings, type TenantSettings, type TenantSettingsStore } from "./tenant-settings.ts";
export type { Tenant, TenantStore } from "./tenant-store.ts";
export { TenantTraffic } from "./tenant-traffic.ts";
export type { CountedResource, TenantUsage, TenantUsageStore } from "./tenant-usage.ts";
export { UsageOverview } from "./tenant-usage.ts";
export { Tenants } from "./tenants.ts";
export { type Terms, TermsOfUse, type TermsStore } from "./terms.ts";
export { type CountedHere, UsageElsewhere } from "./usage-elsewhere.ts";
