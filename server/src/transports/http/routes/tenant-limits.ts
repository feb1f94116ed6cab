import { type TenantLimitsRecord, tenantLimitsRoutes } from "@heliograph/contract";
import type { TenantLimits, TenantLimitsBook, Tenants } from "../../../core/tenants/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { administeredTenantInPath } from "../route-ids.ts";

export interface TenantLimitsDependencies {
  readonly tenants: Tenants;
  readonly tenantLimits: TenantLimitsBook;
}

/** What a tenant may use: read by its administrators, set by the system's only [QTA1]. */
export function serveTenantLimits(app: HttpApp, { tenants, tenantLimits }: TenantLimitsDependencies): void {
  register(app, tenantLimitsRoutes, {
    limits: async (request) => recordOf(tenantLimits.of(await administeredTenantInPath(request, tenants))),

    saveLimits: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return recordOf(await tenantLimits.save(tenant, limitsOf(request.body)));
    },
  });
}

const limitsOf = (record: TenantLimitsRecord): TenantLimits => ({
  deviceMessages: record.deviceMessages ?? 0,
  devicePoints: record.devicePoints ?? 0,
  tenantMessages: record.tenantMessages ?? 0,
  tenantPoints: record.tenantPoints ?? 0,
  series: record.series ?? 0,
  fileQuota: record.fileQuota ?? 0,
});

/** On the wire no limit is null: a 0 could be read as "nothing at all". */
const recordOf = (limits: TenantLimits): TenantLimitsRecord => ({
  deviceMessages: limits.deviceMessages || null,
  devicePoints: limits.devicePoints || null,
  tenantMessages: limits.tenantMessages || null,
  tenantPoints: limits.tenantPoints || null,
  series: limits.series || null,
  fileQuota: limits.fileQuota || null,
});
