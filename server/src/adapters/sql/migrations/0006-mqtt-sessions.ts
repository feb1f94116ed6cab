import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** MQTT sessions that outlive their connection, and what waits in them for the device. */
export async function mqttSessions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("mqtt_sessions")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("client_id", types.text, (column) => column.notNull())
    .addColumn("subscriptions", types.text, (column) => column.notNull())
    .addColumn("wants_pushes", types.integer, (column) => column.notNull())
    .addColumn("received", types.text, (column) => column.notNull())
    .addColumn("last_number", types.integer, (column) => column.notNull())
    .addColumn("sent_up_to", types.integer, (column) => column.notNull())
    .addColumn("expires_time", types.integer)
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addUniqueConstraint("mqtt_sessions_client", ["device_id", "client_id"])
    .execute();
  await db.schema.createIndex("mqtt_sessions_expires").on("mqtt_sessions").column("expires_time").execute();

  await db.schema
    .createTable("mqtt_pushes")
    .addColumn("session_id", types.id, (column) => column.notNull().references("mqtt_sessions.id").onDelete("cascade"))
    .addColumn("number", types.integer, (column) => column.notNull())
    .addColumn("topic", types.text, (column) => column.notNull())
    .addColumn("payload", types.text, (column) => column.notNull())
    .addColumn("time", types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("mqtt_pushes_primary_key", ["session_id", "number"])
    .execute();
}
