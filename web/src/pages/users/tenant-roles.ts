import type { TenantRole } from "@heliograph/contract";

/** The roles one can give to somebody, the mightiest first. */
export const tenantRoles: readonly TenantRole[] = ["TENANT_ADMIN", "OPERATOR", "VIEWER"];
