import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** The command queue of each device, and the message id it used last. */
export async function commands(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("commands")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("message_id", types.integer, (column) => column.notNull())
    .addColumn("type", types.text, (column) => column.notNull())
    .addColumn("body", types.text, (column) => column.notNull())
    .addColumn("merge_key", types.text)
    .addColumn("status", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("created_by", types.text, (column) => column.notNull())
    .addColumn("sent_time", types.integer)
    .addColumn("answered_time", types.integer)
    .addColumn("finished_time", types.integer)
    .addColumn("expires_time", types.integer)
    .addColumn("answer_by", types.integer)
    .addColumn("timeout_ms", types.integer)
    .addColumn("attempts", types.integer, (column) => column.notNull())
    .addColumn("answer", types.text)
    .addColumn("error", types.text)
    .execute();
  const waiting = ["device_id", "status", "created_time", "message_id"];
  await db.schema.createIndex("commands_waiting").on("commands").columns(waiting).execute();
  await db.schema.createIndex("commands_message").on("commands").columns(["device_id", "message_id"]).execute();
  await db.schema.createIndex("commands_listed").on("commands").columns(["device_id", "created_time"]).execute();
  // What is overdue is looked for every second: these hold only what can become so.
  await sql`create index commands_answer_by on commands (answer_by) where status = 'SENT'`.execute(db);
  await sql`create index commands_expires on commands (expires_time)
    where status = 'QUEUED' and expires_time is not null`.execute(db);
  await db.schema.createIndex("commands_finished").on("commands").column("finished_time").execute();

  await db.schema
    .createTable("device_message_ids")
    .addColumn("device_id", types.id, (column) => column.primaryKey().references("devices.id").onDelete("cascade"))
    .addColumn("last", types.integer, (column) => column.notNull())
    .execute();
}
