import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Dashboards with all their versions [DSH1, DSH2]; what is on one is held by its newest version alone. */
export async function dashboards(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createDashboards(db, types);
  await createVersions(db, types);
  await db.schema
    .createTable("home_dashboards")
    .addColumn("user_id", types.id, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("dashboard_id", types.id, (column) => column.notNull().references("dashboards.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("home_dashboards_key", ["user_id", "tenant_id"])
    .execute();
  await db.schema.createIndex("home_dashboards_dashboard").on("home_dashboards").column("dashboard_id").execute();
}

async function createDashboards(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("dashboards")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("project_id", types.id, (column) => column.references("projects.id"))
    .addColumn("title", types.text, (column) => column.notNull())
    .addColumn("title_key", types.text, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("saved_time", types.integer, (column) => column.notNull())
    .addColumn("saved_by", types.text)
    .addColumn("deleted_time", types.integer)
    .addColumn("deleted_by", types.text)
    .addColumn("is_home", types.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("dashboards_by_title")
    .on("dashboards")
    .columns(["tenant_id", "deleted_time", "title_key", "id"])
    .execute();
  await db.schema.createIndex("dashboards_project").on("dashboards").column("project_id").execute();
  await sql`create index dashboards_trash on dashboards (deleted_time) where deleted_time is not null`.execute(db);
}

async function createVersions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("dashboard_versions")
    .addColumn("dashboard_id", types.id, (column) => column.notNull().references("dashboards.id").onDelete("cascade"))
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("title", types.text, (column) => column.notNull())
    .addColumn("configuration", types.text, (column) => column.notNull())
    .addColumn("bytes", types.integer, (column) => column.notNull())
    .addColumn("saved_time", types.integer, (column) => column.notNull())
    .addColumn("saved_by", types.text)
    .addPrimaryKeyConstraint("dashboard_versions_key", ["dashboard_id", "version"])
    .execute();
}
