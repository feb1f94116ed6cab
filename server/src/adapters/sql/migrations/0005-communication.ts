import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** The communication log; `seq` keeps the order within a millisecond. */
export async function communication(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("communication")
    .addColumn("seq", types.serialKey)
    .addColumn("id", types.id, (column) => column.notNull())
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("time", types.integer, (column) => column.notNull())
    .addColumn("kind", types.text, (column) => column.notNull())
    .addColumn("direction", types.text, (column) => column.notNull())
    .addColumn("transport", types.text, (column) => column.notNull())
    .addColumn("message_id", types.integer)
    .addColumn("size", types.integer)
    .addColumn("summary", types.text, (column) => column.notNull())
    .addColumn("error", types.text)
    .execute();
  const ordered = ["device_id", "time", "seq"];
  await db.schema.createIndex("communication_device").on("communication").columns(ordered).execute();
  await db.schema.createIndex("communication_time").on("communication").column("time").execute();
}
