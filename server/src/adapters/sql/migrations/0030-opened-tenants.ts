import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Sessions of a system administrator inside a tenant; how a tenant looks, where it begins, how far back it takes data. */
export async function openedTenants(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable("sessions")
    .addColumn("opened_tenant_id", types.id, (column) => column.references("tenants.id").onDelete("cascade"))
    .execute();
  await db.schema
    .createIndex("sessions_opened_tenant")
    .on("sessions")
    .column("opened_tenant_id")
    .where("opened_tenant_id" as never, "is not", null)
    .execute();
  const settings = () => db.schema.alterTable("tenant_settings");
  await settings()
    .addColumn("version", types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await settings().addColumn("history_depth_ms", types.integer).execute();
  for (const name of ["title", "accent_color", "logo", "home_page"] as const)
    await settings().addColumn(name, types.text).execute();
}
