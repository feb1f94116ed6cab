import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What devices were before a job changed them. Of jobs that were before this step nothing was written down. */
export async function undoneJobs(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable("jobs")
    .addColumn("is_undoable", types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("jobs").addColumn("undone_by", types.id).execute();
  await db.schema
    .createTable("job_changes")
    .addColumn("job_id", types.id, (column) => column.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("device_id", types.id, (column) => column.notNull())
    .addColumn("before_text", types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint("job_changes_key", ["job_id", "device_id"])
    .execute();
}
