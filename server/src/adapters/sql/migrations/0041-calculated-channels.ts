import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Calculated channels, of a type or of a device, and how far they have followed the points [RUL7]. */
export async function calculatedChannels(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("calculated_channels")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("type_id", types.id, (column) => column.references("device_types.id").onDelete("cascade"))
    .addColumn("device_id", types.id, (column) => column.references("devices.id").onDelete("cascade"))
    .addColumn("key", types.text, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("definition", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("updated_time", types.integer, (column) => column.notNull())
    .addUniqueConstraint("calculated_channels_of_type", ["type_id", "key"])
    .addUniqueConstraint("calculated_channels_of_device", ["device_id", "key"])
    .execute();
  await db.schema.createIndex("calculated_channels_tenant").on("calculated_channels").column("tenant_id").execute();
  await db.schema
    .createTable("calculation_progress")
    .addColumn("id", types.integer, (column) => column.primaryKey())
    .addColumn("position", types.integer, (column) => column.notNull())
    .addColumn("time", types.integer, (column) => column.notNull())
    .execute();
}
