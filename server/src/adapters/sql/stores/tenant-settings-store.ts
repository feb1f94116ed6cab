import type { HomePage } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { TenantSettings, TenantSettingsStore } from "../../../core/tenants/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { lockTenant } from "./row-locks.ts";

const nothingSet: TenantSettings = {
  telemetryRetentionMs: null,
  historyDepthMs: null,
  title: null,
  accentColor: null,
  logo: null,
  homePage: null,
  version: 0,
};

export class SqlTenantSettingsStore implements TenantSettingsStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read(tenant: TenantId): Promise<TenantSettings> {
    const query = this.#db.read.selectFrom("tenant_settings").selectAll().where("tenant_id", "=", tenant);
    const row = await query.executeTakeFirst();
    return row ? settingsOf(row) : nothingSet;
  }

  hold(tenant: TenantId): Promise<TenantSettings> {
    return this.#db.transact(async (trx) => {
      await lockTenant(trx, tenant); // there may be no row yet that could be held
      return this.read(tenant);
    });
  }

  async save(tenant: TenantId, settings: TenantSettings): Promise<"saved" | "changed-meanwhile" | "no-such-tenant"> {
    const row = rowOf(tenant, settings);
    try {
      const { numInsertedOrUpdatedRows = 0n } = await this.#db.write
        .insertInto("tenant_settings")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column("tenant_id")
            .doUpdateSet(row)
            .where("tenant_settings.version", "=", settings.version - 1),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n ? "saved" : "changed-meanwhile";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async withRetention(): Promise<readonly { tenantId: TenantId; telemetryRetentionMs: number }[]> {
    const rows = await this.#with("telemetry_retention_ms");
    return rows.map((row) => ({
      tenantId: row.tenant_id as TenantId,
      telemetryRetentionMs: Number(row.telemetry_retention_ms),
    }));
  }

  async withHistoryDepth(): Promise<readonly { tenantId: TenantId; historyDepthMs: number }[]> {
    const rows = await this.#with("history_depth_ms");
    return rows.map((row) => ({ tenantId: row.tenant_id as TenantId, historyDepthMs: Number(row.history_depth_ms) }));
  }

  #with(column: "telemetry_retention_ms" | "history_depth_ms") {
    return this.#db.read
      .selectFrom("tenant_settings")
      .select(["tenant_id", "telemetry_retention_ms", "history_depth_ms"])
      .where(column, "is not", null)
      .orderBy("tenant_id")
      .execute();
  }
}

const numberOf = (value: number | null): number | null => (value === null ? null : Number(value));

const settingsOf = (row: Tables["tenant_settings"]): TenantSettings => ({
  telemetryRetentionMs: numberOf(row.telemetry_retention_ms),
  historyDepthMs: numberOf(row.history_depth_ms),
  title: row.title,
  accentColor: row.accent_color,
  logo: row.logo,
  homePage: row.home_page === null ? null : (parseJsonText(row.home_page) as HomePage),
  version: Number(row.version),
});

const rowOf = (tenant: TenantId, settings: TenantSettings): Tables["tenant_settings"] => ({
  tenant_id: tenant,
  telemetry_retention_ms: settings.telemetryRetentionMs,
  history_depth_ms: settings.historyDepthMs,
  title: settings.title,
  accent_color: settings.accentColor,
  logo: settings.logo,
  home_page: settings.homePage && JSON.stringify(settings.homePage),
  version: settings.version,
});
