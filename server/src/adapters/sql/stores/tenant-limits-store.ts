import type { TenantLimits, TenantLimitsStore } from "../../../core/tenants/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";

export class SqlTenantLimitsStore implements TenantLimitsStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async save(tenant: TenantId, limits: TenantLimits): Promise<"saved" | "no-such-tenant"> {
    const values = {
      device_messages: limits.deviceMessages,
      device_points: limits.devicePoints,
      tenant_messages: limits.tenantMessages,
      tenant_points: limits.tenantPoints,
      series: limits.series,
      file_quota: limits.fileQuota,
      devices: limits.devices,
      users: limits.users,
      attribute_quota: limits.attributeQuota,
      indexing_time: limits.indexingTime,
    };
    try {
      await this.#db.write
        .insertInto("tenant_limits")
        .values({ tenant_id: tenant, ...values })
        .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet(values))
        .execute();
      return "saved";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async all(): Promise<readonly { readonly tenantId: TenantId; readonly limits: TenantLimits }[]> {
    const rows = await this.#db.read.selectFrom("tenant_limits").selectAll().orderBy("tenant_id").execute();
    return rows
      .map((row) => ({
        tenantId: row.tenant_id as TenantId,
        limits: {
          deviceMessages: Number(row.device_messages),
          devicePoints: Number(row.device_points),
          tenantMessages: Number(row.tenant_messages),
          tenantPoints: Number(row.tenant_points),
          series: Number(row.series),
          fileQuota: Number(row.file_quota),
          devices: Number(row.devices),
          users: Number(row.users),
          attributeQuota: Number(row.attribute_quota),
          indexingTime: Number(row.indexing_time),
        },
      }))
      .filter(({ limits }) => Object.values(limits).some((limit) => limit > 0));
  }
}
