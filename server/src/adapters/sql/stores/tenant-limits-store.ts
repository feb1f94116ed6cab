import {
  type TenantLimits,
  type TenantLimitsStore,
  unlimited,
  type VersionedLimits,
} from "../../../core/tenants/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { lockTenant } from "./row-locks.ts";

export class SqlTenantLimitsStore implements TenantLimitsStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read(tenant: TenantId): Promise<VersionedLimits> {
    const query = this.#db.read.selectFrom("tenant_limits").selectAll().where("tenant_id", "=", tenant);
    const row = await query.executeTakeFirst();
    return row ? { limits: limitsOf(row), version: Number(row.version) } : { limits: unlimited, version: 0 };
  }

  hold(tenant: TenantId): Promise<VersionedLimits> {
    return this.#db.transact(async (trx) => {
      await lockTenant(trx, tenant); // there may be no row yet that could be held
      return this.read(tenant);
    });
  }

  async save(
    tenant: TenantId,
    { limits, version }: VersionedLimits,
  ): Promise<"saved" | "changed-meanwhile" | "no-such-tenant"> {
    const values = { ...valuesOf(limits), version };
    try {
      const { numInsertedOrUpdatedRows = 0n } = await this.#db.write
        .insertInto("tenant_limits")
        .values({ tenant_id: tenant, ...values })
        .onConflict((conflict) =>
          conflict
            .column("tenant_id")
            .doUpdateSet(values)
            .where("tenant_limits.version", "=", version - 1),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n ? "saved" : "changed-meanwhile";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async all(): Promise<readonly { readonly tenantId: TenantId; readonly limits: TenantLimits }[]> {
    const rows = await this.#db.read.selectFrom("tenant_limits").selectAll().orderBy("tenant_id").execute();
    return rows
      .map((row) => ({ tenantId: row.tenant_id as TenantId, limits: limitsOf(row) }))
      .filter(({ limits }) => Object.values(limits).some((limit) => limit > 0));
  }
}

const valuesOf = (limits: TenantLimits) => ({
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
});

const limitsOf = (row: Tables["tenant_limits"]): TenantLimits => ({
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
});
