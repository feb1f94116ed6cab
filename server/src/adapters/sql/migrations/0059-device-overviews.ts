import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What people want to see first of a device, and the ways to what happened to it last. */
export async function deviceOverviews(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("device_pins")
    .addColumn("user_id", types.id, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("keys", types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint("device_pins_key", ["user_id", "device_id"])
    .execute();
  await db.schema.createIndex("device_pins_device").on("device_pins").column("device_id").execute();
  // What did not happen yet is in none of these.
  await sql`create index files_device_received on files (device_id, received_time) where received_time is not null`.execute(
    db,
  );
  await sql`create index alarms_device_acknowledged on alarms (device_id, ack_ts) where ack_ts is not null`.execute(db);
  await sql`create index alarms_device_cleared on alarms (device_id, clear_ts) where clear_ts is not null`.execute(db);
}
