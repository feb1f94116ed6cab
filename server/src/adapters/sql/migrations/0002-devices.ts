import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Devices, their tokens, and when they were last heard of. */
export async function devices(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("devices")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("type", types.text, (column) => column.notNull())
    .addColumn("label", types.text)
    .addColumn("description", types.text)
    .addColumn("serial_number", types.text)
    .addColumn("firmware_version", types.text)
    .addColumn("inactivity_timeout_ms", types.integer)
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("search_text", types.text, (column) => column.notNull())
    .addUniqueConstraint("devices_tenant_name", ["tenant_id", "name"])
    .execute();
  await db.schema.createIndex("devices_by_name").on("devices").columns(["tenant_id", "name_key", "id"]).execute();
  await db.schema.createIndex("devices_by_type").on("devices").columns(["tenant_id", "type"]).execute();

  await db.schema
    .createTable("device_credentials")
    .addColumn("device_id", types.id, (column) => column.primaryKey().references("devices.id").onDelete("cascade"))
    .addColumn("id", types.id, (column) => column.notNull())
    .addColumn("token", types.text, (column) => column.notNull().unique())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .execute();

  // Apart from the device: it changes with every contact, the device hardly ever.
  await db.schema
    .createTable("device_activity")
    .addColumn("device_id", types.id, (column) => column.primaryKey().references("devices.id").onDelete("cascade"))
    .addColumn("last_activity_time", types.integer, (column) => column.notNull())
    .addColumn("announced_active", types.integer, (column) => column.notNull())
    .execute();
}
