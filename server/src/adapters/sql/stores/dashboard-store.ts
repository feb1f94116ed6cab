import type { Transaction } from "kysely";
import type {
  DashboardHead,
  DashboardQuery,
  DashboardStore,
  DashboardText,
  Saver,
  TrashedHead,
  VersionHead,
  VersionLimits,
  VersionText,
} from "../../../core/dashboards/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import type { DashboardId, TenantId, UserId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { matchingDashboards, orderedDashboards, trashedDashboards } from "./dashboard-query.ts";
import {
  dashboardRow,
  headColumns,
  headOf,
  savedColumns,
  trashedOf,
  versionColumns,
  versionHeadOf,
  versionRow,
  versionTextOf,
} from "./dashboard-rows.ts";
import { moveSharesOn } from "./dashboard-share-store.ts";
import { removeOldVersions } from "./dashboard-versions.ts";
import { chooseHome, homeOf } from "./home-dashboards.ts";
import { lockTenant } from "./row-locks.ts";

/** Dashboards with their versions [DSH1, DSH2]. */
export class SqlDashboardStore implements DashboardStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Two who make the last one at once meet at the tenant. */
  async create(dashboard: DashboardText, atMost: number): Promise<"created" | "full" | "gone"> {
    return this.#unlessGone(async (trx) => {
      await lockTenant(trx, dashboard.tenantId);
      const { total } = await trx
        .selectFrom("dashboards")
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .where("tenant_id", "=", dashboard.tenantId)
        .executeTakeFirstOrThrow();
      if (Number(total) >= atMost) return "full";
      await trx.insertInto("dashboards").values(dashboardRow(dashboard)).execute();
      await trx.insertInto("dashboard_versions").values(versionRow(dashboard)).execute();
      return "created";
    });
  }

  /** Of two who save the same version, the second finds another one. */
  async save(dashboard: DashboardText, limits: VersionLimits, by?: Saver): Promise<"saved" | "stale" | "gone"> {
    return this.#unlessGone(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("dashboards")
        .set(savedColumns(dashboard))
        .where("tenant_id", "=", dashboard.tenantId)
        .where("id", "=", dashboard.id)
        .where("version", "=", dashboard.version - 1)
        .where("deleted_time", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return "stale";
      await trx.insertInto("dashboard_versions").values(versionRow(dashboard)).execute();
      if (by !== undefined) await moveSharesOn(trx, dashboard, by);
      await removeOldVersions(trx, dashboard.id, limits);
      return "saved";
    });
  }

  async find(tenant: TenantId, id: DashboardId): Promise<DashboardHead | undefined> {
    return (await this.findSome(tenant, [id]))[0];
  }

  async findText(tenant: TenantId, id: DashboardId): Promise<DashboardText | undefined> {
    const row = await this.#db.read
      .selectFrom("dashboards")
      .innerJoin("dashboard_versions", (join) =>
        join
          .onRef("dashboard_versions.dashboard_id", "=", "dashboards.id")
          .onRef("dashboard_versions.version", "=", "dashboards.version"),
      )
      .select([...headColumns, "dashboard_versions.configuration"])
      .where("dashboards.tenant_id", "=", tenant)
      .where("dashboards.id", "=", id)
      .where("dashboards.deleted_time", "is", null)
      .executeTakeFirst();
    return row && { ...headOf(row), configuration: row.configuration };
  }

  async findSome(tenant: TenantId, ids: readonly DashboardId[]): Promise<readonly DashboardHead[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db.read
      .selectFrom("dashboards")
      .select(headColumns)
      .where("tenant_id", "=", tenant)
      .where("id", "in", ids)
      .where("deleted_time", "is", null)
      .execute();
    return rows.map(headOf);
  }

  async count(query: DashboardQuery): Promise<number> {
    const counted = matchingDashboards(this.#db, query).select((eb) => eb.fn.countAll<number>().as("total"));
    return Number((await counted.executeTakeFirstOrThrow()).total);
  }

  async page(query: DashboardQuery, page: PageRequest): Promise<readonly DashboardHead[]> {
    const rows = await orderedDashboards(this.#db, query).limit(page.limit).offset(offsetOf(page)).execute();
    return rows.map(headOf);
  }

  async *stream(query: DashboardQuery): AsyncGenerator<readonly DashboardHead[]> {
    for await (const rows of streamRows(this.#db, orderedDashboards(this.#db, query))) yield rows.map(headOf);
  }

  async versions(id: DashboardId): Promise<readonly VersionHead[]> {
    const rows = await this.#db.read
      .selectFrom("dashboard_versions")
      .select(versionColumns)
      .where("dashboard_id", "=", id)
      .orderBy("version", "desc")
      .execute();
    return rows.map(versionHeadOf);
  }

  async version(id: DashboardId, version: number): Promise<VersionText | undefined> {
    const row = await this.#db.read
      .selectFrom("dashboard_versions")
      .select([...versionColumns, "configuration"])
      .where("dashboard_id", "=", id)
      .where("version", "=", version)
      .executeTakeFirst();
    return row && versionTextOf(row);
  }

  async trash(tenant: TenantId, id: DashboardId, at: EpochMs, by: string | null): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable("dashboards")
      .set({ deleted_time: at, deleted_by: by })
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .where("deleted_time", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async findTrashed(tenant: TenantId, id: DashboardId): Promise<TrashedHead | undefined> {
    const row = await trashedDashboards(this.#db, { tenantId: tenant, projects: "all" })
      .select([...headColumns, "deleted_time", "deleted_by"])
      .where("id", "=", id)
      .executeTakeFirst();
    return row && trashedOf(row);
  }

  async countTrash(reach: Reach): Promise<number> {
    const counted = trashedDashboards(this.#db, reach).select((eb) => eb.fn.countAll<number>().as("total"));
    return Number((await counted.executeTakeFirstOrThrow()).total);
  }

  async trashPage(reach: Reach, page: PageRequest): Promise<readonly TrashedHead[]> {
    const rows = await trashedDashboards(this.#db, reach)
      .select([...headColumns, "deleted_time", "deleted_by"])
      .orderBy("deleted_time", "desc")
      .orderBy("id")
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute();
    return rows.map(trashedOf);
  }

  async takeBack(tenant: TenantId, id: DashboardId): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable("dashboards")
      .set({ deleted_time: null, deleted_by: null })
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .where("deleted_time", "is not", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async purge(tenant: TenantId, id: DashboardId): Promise<boolean> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("dashboards")
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .where("deleted_time", "is not", null)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async purgeBefore(before: EpochMs, atMost: number): Promise<number> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("dashboards")
      .where("id", "in", (eb) =>
        eb.selectFrom("dashboards").select("id").where("deleted_time", "<", before).limit(atMost),
      )
      .where("deleted_time", "<", before) // not one that was taken back this moment
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  home(tenant: TenantId, user: UserId | null): Promise<DashboardId | undefined> {
    return homeOf(this.#db, tenant, user);
  }

  setHome(tenant: TenantId, user: UserId | null, dashboard: DashboardId | null): Promise<void> {
    return this.#db.transact((trx) => chooseHome(trx, tenant, user, dashboard));
  }

  /** What it is put into was removed this moment. */
  async #unlessGone<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T | "gone"> {
    try {
      return await this.#db.transact(work);
    } catch (error) {
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }
}
