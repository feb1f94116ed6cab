import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What tenants may use; 0 is no limit of their own. */
export async function tenantLimits(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  let table = db.schema
    .createTable("tenant_limits")
    .addColumn("tenant_id", types.id, (column) => column.primaryKey().references("tenants.id").onDelete("cascade"));
  for (const name of ["device_messages", "device_points", "tenant_messages", "tenant_points", "file_quota"] as const) {
    table = table.addColumn(name, types.integer, (column) => column.notNull());
  }
  await table.execute();
}
