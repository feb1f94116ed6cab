import { TenantLimitsRecord } from "@heliograph/contract";
import type { TenantLimits, TenantLimitsBook, Tenants } from "../../../core/tenants/index.ts";
import { needs } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { administeredTenantInPath, TenantParams } from "../route-ids.ts";

export interface TenantLimitsDependencies {
  readonly tenants: Tenants;
  readonly tenantLimits: TenantLimitsBook;
}

const tags = ["Tenants"];

/** What a tenant may use: messages and points per second, and space for files. */
export function tenantLimitsRoutes(app: HttpApp, { tenants, tenantLimits }: TenantLimitsDependencies): void {
  app.get(
    "/api/tenants/:tenantId/limits",
    {
      config: { access: needs("MANAGE_SETTINGS") },
      schema: {
        tags,
        summary: "The limits of a tenant; those of the node count, too",
        params: TenantParams,
        response: { 200: TenantLimitsRecord },
      },
    },
    async (request) => recordOf(tenantLimits.of(await administeredTenantInPath(request, tenants))),
  );

  app.put(
    "/api/tenants/:tenantId/limits",
    {
      config: { access: needs("MANAGE_SETTINGS") },
      schema: {
        tags,
        summary: "Change the limits of a tenant; they are in force at once",
        params: TenantParams,
        body: TenantLimitsRecord,
        response: { 200: TenantLimitsRecord },
      },
    },
    async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return recordOf(await tenantLimits.save(tenant, limitsOf(request.body)));
    },
  );
}

const limitsOf = (record: TenantLimitsRecord): TenantLimits => ({
  deviceMessages: record.deviceMessages ?? 0,
  devicePoints: record.devicePoints ?? 0,
  tenantMessages: record.tenantMessages ?? 0,
  tenantPoints: record.tenantPoints ?? 0,
  fileQuota: record.fileQuota ?? 0,
});

/** On the wire no limit is null: a 0 could be read as "nothing at all". */
const recordOf = (limits: TenantLimits): TenantLimitsRecord => ({
  deviceMessages: limits.deviceMessages || null,
  devicePoints: limits.devicePoints || null,
  tenantMessages: limits.tenantMessages || null,
  tenantPoints: limits.tenantPoints || null,
  fileQuota: limits.fileQuota || null,
});
