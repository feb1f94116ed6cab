import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** The attributes of devices, gone with their device. */
export async function attributes(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("attributes")
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("scope", types.text, (column) => column.notNull())
    .addColumn("key", types.text, (column) => column.notNull())
    .addColumn("value", types.text, (column) => column.notNull())
    .addColumn("last_update_ts", types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("attributes_primary_key", ["device_id", "scope", "key"])
    .execute();
}
