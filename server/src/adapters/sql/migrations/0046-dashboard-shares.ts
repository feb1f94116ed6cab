import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Links that show one version of a dashboard to people without an account. */
export async function dashboardShares(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("dashboard_shares")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("dashboard_id", types.id, (column) => column.notNull().references("dashboards.id").onDelete("cascade"))
    .addColumn("user_id", types.id, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("assignment_id", types.id, (column) => column.notNull().references("assignments.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("token_hash", types.text, (column) => column.notNull().unique())
    .addColumn("password_hash", types.text)
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("terms", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("expires_time", types.integer)
    .addColumn("last_used_time", types.integer)
    .execute();
  await db.schema
    .createIndex("dashboard_shares_dashboard")
    .on("dashboard_shares")
    .columns(["dashboard_id", "created_time"])
    .execute();
  await db.schema.createIndex("dashboard_shares_assignment").on("dashboard_shares").column("assignment_id").execute();
  await db.schema.createIndex("dashboard_shares_user").on("dashboard_shares").column("user_id").execute();
}
