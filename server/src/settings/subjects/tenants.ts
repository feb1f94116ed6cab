import { wholeNumber } from "../setting-kinds.ts";

const most = 1_000_000_000_000_000;

/** What every tenant may have; one can have limits of its own beside, and the stricter counts [QTA1]. */
export const tenantsSettings = {
  tenantDevices: wholeNumber("HELIO_TENANT_DEVICES", 0, "Devices of a tenant; 0 is no limit", { min: 0, max: most }),
  tenantUsers: wholeNumber("HELIO_TENANT_USERS", 0, "Users of a tenant; 0 is no limit", { min: 0, max: most }),
  tenantAttributes: wholeNumber(
    "HELIO_TENANT_ATTRIBUTES",
    0,
    "Bytes the attributes of a tenant's devices may take; 0 is no limit",
    { min: 0, max: most },
  ),
  tenantIndexing: wholeNumber(
    "HELIO_TENANT_INDEXING",
    0,
    "Seconds of an hour that reading files of a tenant in the background may take; 0 is no limit",
    { min: 0, max: 3_600 },
  ),
} as const;
