import type { TenantSettings, TenantSettingsStore } from "../../../core/tenants/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";

export class SqlTenantSettingsStore implements TenantSettingsStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read(tenant: TenantId): Promise<TenantSettings> {
    const row = await this.#db.read
      .selectFrom("tenant_settings")
      .select("telemetry_retention_ms")
      .where("tenant_id", "=", tenant)
      .executeTakeFirst();
    return { telemetryRetentionMs: row?.telemetry_retention_ms ?? null };
  }

  async save(tenant: TenantId, { telemetryRetentionMs }: TenantSettings): Promise<"saved" | "no-such-tenant"> {
    try {
      await this.#db.write
        .insertInto("tenant_settings")
        .values({ tenant_id: tenant, telemetry_retention_ms: telemetryRetentionMs })
        .onConflict((conflict) =>
          conflict.column("tenant_id").doUpdateSet({ telemetry_retention_ms: telemetryRetentionMs }),
        )
        .execute();
      return "saved";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async withRetention(): Promise<readonly { tenantId: TenantId; telemetryRetentionMs: number }[]> {
    const rows = await this.#db.read
      .selectFrom("tenant_settings")
      .select(["tenant_id", "telemetry_retention_ms"])
      .where("telemetry_retention_ms", "is not", null)
      .orderBy("tenant_id")
      .execute();
    return rows.map((row) => ({
      tenantId: row.tenant_id as TenantId,
      telemetryRetentionMs: Number(row.telemetry_retention_ms),
    }));
  }
}
