import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What runs by the clock, when it is due next, and what it did. */
export async function schedules(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("schedules")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("content", types.text, (column) => column.notNull())
    .addColumn("maker", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("updated_time", types.integer, (column) => column.notNull())
    .addColumn("due_time", types.integer)
    .execute();
  await db.schema.createIndex("schedules_name").unique().on("schedules").columns(["tenant_id", "name_key"]).execute();
  await db.schema.createIndex("schedules_due").on("schedules").column("due_time").execute();

  await db.schema
    .createTable("schedule_runs")
    .addColumn("schedule_id", types.id, (column) => column.notNull().references("schedules.id").onDelete("cascade"))
    .addColumn("due_time", types.integer, (column) => column.notNull())
    .addColumn("started_time", types.integer, (column) => column.notNull())
    .addColumn("finished_time", types.integer)
    .addColumn("trigger_kind", types.text, (column) => column.notNull())
    .addColumn("state", types.text, (column) => column.notNull())
    .addColumn("missed", types.integer, (column) => column.notNull())
    .addColumn("job_id", types.id)
    .addColumn("total", types.integer)
    .addColumn("changed", types.integer, (column) => column.notNull())
    .addColumn("failed", types.integer, (column) => column.notNull())
    .addColumn("error", types.text)
    .addPrimaryKeyConstraint("schedule_runs_key", ["schedule_id", "due_time"])
    .execute();
  await db.schema.createIndex("schedule_runs_state").on("schedule_runs").column("state").execute();
}
