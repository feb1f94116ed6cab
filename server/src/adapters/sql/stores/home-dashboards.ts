import type { Transaction } from "kysely";
import type { DashboardId, TenantId, UserId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { lockTenant } from "./row-locks.ts";

/** What somebody chose to open first, or the tenant; what is in the trash is none. */
export async function homeOf(db: Database, tenant: TenantId, user: UserId | null): Promise<DashboardId | undefined> {
  const present = db.read
    .selectFrom("dashboards")
    .select("dashboards.id")
    .where("dashboards.tenant_id", "=", tenant)
    .where("dashboards.deleted_time", "is", null);
  const chosen =
    user === null
      ? present.where("dashboards.is_home", "=", 1)
      : present
          .innerJoin("home_dashboards", "home_dashboards.dashboard_id", "dashboards.id")
          .where("home_dashboards.user_id", "=", user)
          .where("home_dashboards.tenant_id", "=", tenant);
  return (await chosen.executeTakeFirst())?.id as DashboardId | undefined;
}

export async function chooseHome(
  trx: Transaction<Tables>,
  tenant: TenantId,
  user: UserId | null,
  dashboard: DashboardId | null,
): Promise<void> {
  await lockTenant(trx, tenant); // two who choose at once would both be kept
  if (user === null) return chooseForTenant(trx, tenant, dashboard);
  await trx.deleteFrom("home_dashboards").where("user_id", "=", user).where("tenant_id", "=", tenant).execute();
  if (dashboard === null) return;
  await trx
    .insertInto("home_dashboards")
    .values({ user_id: user, tenant_id: tenant, dashboard_id: dashboard })
    .execute();
}

async function chooseForTenant(
  trx: Transaction<Tables>,
  tenant: TenantId,
  dashboard: DashboardId | null,
): Promise<void> {
  const ofTenant = trx.updateTable("dashboards").where("tenant_id", "=", tenant);
  await ofTenant.set({ is_home: 0 }).where("is_home", "=", 1).execute();
  if (dashboard !== null) await ofTenant.set({ is_home: 1 }).where("id", "=", dashboard).execute();
}
