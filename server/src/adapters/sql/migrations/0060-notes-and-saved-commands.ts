import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What people write at times of devices, and commands they keep. */
export async function notesAndSavedCommands(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createNotes(db, types);
  await createSavedCommands(db, types);
}

/** A note goes with its device; one of the whole tenant has none. */
async function createNotes(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("notes")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("device_id", types.id, (column) => column.references("devices.id").onDelete("cascade"))
    .addColumn("start_ts", types.integer, (column) => column.notNull())
    .addColumn("end_ts", types.integer)
    .addColumn("last_ts", types.integer, (column) => column.notNull())
    .addColumn("text", types.text, (column) => column.notNull())
    .addColumn("search_text", types.text, (column) => column.notNull())
    .addColumn("created_by", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("changed_time", types.integer, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("notes_listed").on("notes").columns(["tenant_id", "start_ts", "id"]).execute();
  await db.schema.createIndex("notes_of_device").on("notes").columns(["device_id", "start_ts"]).execute();
}

/** Those of one person go with them; shared ones outlive who made them. */
async function createSavedCommands(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("saved_commands")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("owner_id", types.id, (column) => column.references("users.id").onDelete("set null"))
    .addColumn("is_shared", types.integer, (column) => column.notNull())
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("command", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .execute();
  const listed = ["tenant_id", "is_shared", "owner_id"];
  await db.schema.createIndex("saved_commands_listed").on("saved_commands").columns(listed).execute();
  await db.schema.createIndex("saved_commands_owner").on("saved_commands").column("owner_id").execute();
}
