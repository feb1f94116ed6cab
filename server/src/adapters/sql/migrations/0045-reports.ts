import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Reports, and what was made of them. */
export async function reports(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("reports")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("properties", types.text, (column) => column.notNull())
    .addColumn("maker", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("updated_time", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("reports_name").unique().on("reports").columns(["tenant_id", "name_key"]).execute();

  await db.schema
    .createTable("report_files")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("report_id", types.id, (column) => column.references("reports.id").onDelete("set null"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("trigger_kind", types.text, (column) => column.notNull())
    .addColumn("user_id", types.id, (column) => column.notNull())
    .addColumn("user_name", types.text, (column) => column.notNull())
    .addColumn("start_ts", types.integer, (column) => column.notNull())
    .addColumn("end_ts", types.integer, (column) => column.notNull())
    .addColumn("time_zone", types.text, (column) => column.notNull())
    .addColumn("format", types.text, (column) => column.notNull())
    .addColumn("state", types.text, (column) => column.notNull())
    .addColumn("finished_time", types.integer)
    .addColumn("error", types.text)
    .addColumn("failed", types.integer, (column) => column.notNull())
    .addColumn("file_name", types.text)
    .addColumn("sha256", types.text)
    .addColumn("size", types.integer)
    .addColumn("row_count", types.integer)
    .addColumn("device_count", types.integer)
    .addColumn("projects", types.text)
    .addColumn("expires_time", types.integer, (column) => column.notNull())
    .execute();
  const indexes = { of_tenant: ["tenant_id", "created_time"], of_report: ["report_id"], content: ["sha256"] } as const;
  for (const [name, columns] of Object.entries({ ...indexes, end: ["expires_time"], state: ["state"] }))
    await db.schema
      .createIndex(`report_files_${name}`)
      .on("report_files")
      .columns([...columns])
      .execute();
}
