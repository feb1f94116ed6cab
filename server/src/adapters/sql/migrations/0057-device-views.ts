import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Saved looks at the list of devices. Those of a project go with it; shared ones outlive who made them. */
export async function deviceViews(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("device_views")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("project_id", types.id, (column) => column.references("projects.id").onDelete("cascade"))
    .addColumn("owner_id", types.id, (column) => column.references("users.id").onDelete("set null"))
    .addColumn("is_shared", types.integer, (column) => column.notNull())
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("look", types.text, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .execute();
  for (const [name, columns] of Object.entries({
    of_tenant: ["tenant_id", "is_shared", "owner_id"],
    of_project: ["project_id"],
    of_owner: ["owner_id"],
  }))
    await db.schema.createIndex(`device_views_${name}`).on("device_views").columns(columns).execute();
}
