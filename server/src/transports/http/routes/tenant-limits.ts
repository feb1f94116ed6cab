import {
  type TenantLimitsRecord,
  type TenantUsageRecord,
  type TenantWithUsage,
  tenantLimitsRoutes,
} from "@heliograph/contract";
import type {
  Tenant,
  TenantLimits,
  TenantLimitsBook,
  Tenants,
  TenantUsage,
  UsageOverview,
  VersionedLimits,
} from "../../../core/tenants/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { listBody } from "../list-body.ts";
import { tenantRecordOf } from "../records/access-records.ts";
import { administeredTenantInPath } from "../route-ids.ts";

export interface TenantLimitsDependencies {
  readonly tenants: Tenants;
  readonly tenantLimits: TenantLimitsBook;
  readonly usage: UsageOverview;
}

/** What a tenant may use: read by its administrators, set by the system's only [QTA1]. */
export function serveTenantLimits(app: HttpApp, dependencies: TenantLimitsDependencies): void {
  const { tenants, tenantLimits, usage } = dependencies;
  const withUsage = async (found: readonly Tenant[]) => {
    const used = await usage.of(found.map(({ id }) => id));
    return found.map((tenant, index) => ({ tenant, used: used[index], limits: tenantLimits.of(tenant.id) }));
  };

  register(app, tenantLimitsRoutes, {
    limits: async (request) =>
      versionedRecordOf(await tenantLimits.read(await administeredTenantInPath(request, tenants))),

    usage: async (request) => {
      const [used] = await usage.of([await administeredTenantInPath(request, tenants)]);
      return usageRecordOf(used);
    },

    usages: (request, reply) =>
      listBody(
        reply,
        request.query,
        {
          page: async (page) => {
            const found = await tenants.list(page);
            return { ...found, data: await withUsage(found.data) };
          },
          stream: async function* () {
            for await (const found of tenants.stream()) yield withUsage(found);
          },
        },
        ({ tenant, used, limits }): TenantWithUsage => ({
          ...tenantRecordOf(tenant),
          limits: recordOf(limits),
          usage: usageRecordOf(used),
        }),
      ),

    saveLimits: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return versionedRecordOf(await tenantLimits.save(tenant, limitsOf(request.body), request.body.version));
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
  devices: record.devices ?? 0,
  users: record.users ?? 0,
  attributeQuota: record.attributeQuota ?? 0,
  indexingTime: record.indexingTime ?? 0,
});

const nothing: TenantUsage = {
  devices: 0,
  users: 0,
  series: 0,
  fileBytes: 0,
  attributeBytes: 0,
  indexingSeconds: 0,
  messages: 0,
  points: 0,
};

const usageRecordOf = (used: TenantUsage = nothing): TenantUsageRecord => ({ ...used });

/** On the wire no limit is null: a 0 could be read as "nothing at all". */
const recordOf = (limits: TenantLimits): TenantLimitsRecord => ({
  deviceMessages: limits.deviceMessages || null,
  devicePoints: limits.devicePoints || null,
  tenantMessages: limits.tenantMessages || null,
  tenantPoints: limits.tenantPoints || null,
  series: limits.series || null,
  fileQuota: limits.fileQuota || null,
  devices: limits.devices || null,
  users: limits.users || null,
  attributeQuota: limits.attributeQuota || null,
  indexingTime: limits.indexingTime || null,
});

const versionedRecordOf = ({ limits, version }: VersionedLimits): TenantLimitsRecord => ({
  ...recordOf(limits),
  version,
});
