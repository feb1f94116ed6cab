import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What tenants decide for themselves, and the removed devices whose points are still in the telemetry store. */
export async function tenantSettings(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("tenant_settings")
    .addColumn("tenant_id", types.id, (column) => column.primaryKey().references("tenants.id").onDelete("cascade"))
    .addColumn("telemetry_retention_ms", types.integer)
    .execute();

  // No reference: the device is gone when its row is here.
  await db.schema
    .createTable("points_to_forget")
    .addColumn("device_id", types.id, (column) => column.primaryKey())
    .addColumn("removed_time", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("points_to_forget_time").on("points_to_forget").column("removed_time").execute();
}
