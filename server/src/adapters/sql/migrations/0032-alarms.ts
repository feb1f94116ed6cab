import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Alarms, what is said about them, and what silences them [ALM1–ALM3]. */
export async function alarms(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createAlarms(db, types);
  await createComments(db, types);
  await createShelves(db, types);
  await createWindows(db, types);
}

/** `device_id` is the originator while it is a device, which everything is now: with the device its alarms go. */
async function createAlarms(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("alarms")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("originator_type", types.text, (column) => column.notNull())
    .addColumn("originator_id", types.id, (column) => column.notNull())
    .addColumn("device_id", types.id, (column) => column.references("devices.id").onDelete("cascade"))
    .addColumn("type", types.text, (column) => column.notNull())
    .addColumn("type_key", types.text, (column) => column.notNull())
    .addColumn("severity", types.integer, (column) => column.notNull())
    .addColumn("acknowledged", types.integer, (column) => column.notNull())
    .addColumn("cleared", types.integer, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("start_ts", types.integer, (column) => column.notNull())
    .addColumn("end_ts", types.integer, (column) => column.notNull())
    .addColumn("ack_ts", types.integer)
    .addColumn("clear_ts", types.integer)
    .addColumn("assignee_id", types.id, (column) => column.references("users.id").onDelete("set null"))
    .addColumn("assign_ts", types.integer)
    .addColumn("details", types.text)
    .execute();
  // The rule itself [ALM1]: whoever comes second in a race is told so by the database.
  await sql`create unique index alarms_open on alarms (originator_id, type) where cleared = 0`.execute(db);
  await sql`create index alarms_open_by_device on alarms (device_id, severity) where cleared = 0`.execute(db);
  await sql`create index alarms_open_by_tenant on alarms (tenant_id, severity) where cleared = 0`.execute(db);
  await sql`create index alarms_unacknowledged on alarms (tenant_id) where acknowledged = 0`.execute(db);
  await sql`create index alarms_cleared on alarms (clear_ts) where cleared = 1`.execute(db);
  await sql`create index alarms_cleared_by_tenant on alarms (tenant_id, clear_ts) where cleared = 1`.execute(db);
  await db.schema.createIndex("alarms_listed").on("alarms").columns(["tenant_id", "created_time", "id"]).execute();
  await db.schema.createIndex("alarms_of_device").on("alarms").columns(["device_id", "created_time", "id"]).execute();
  await db.schema.createIndex("alarms_started").on("alarms").columns(["tenant_id", "start_ts"]).execute();
  await db.schema.createIndex("alarms_types").on("alarms").columns(["tenant_id", "type"]).execute();
  await db.schema.createIndex("alarms_assignee").on("alarms").column("assignee_id").execute();
}

async function createComments(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("alarm_comments")
    .addColumn("seq", types.serialKey)
    .addColumn("id", types.id, (column) => column.notNull().unique())
    .addColumn("alarm_id", types.id, (column) => column.notNull().references("alarms.id").onDelete("cascade"))
    .addColumn("user_id", types.id, (column) => column.references("users.id").onDelete("set null"))
    .addColumn("kind", types.text, (column) => column.notNull())
    .addColumn("body", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("alarm_comments_listed").on("alarm_comments").columns(["alarm_id", "seq"]).execute();
  await db.schema.createIndex("alarm_comments_user").on("alarm_comments").column("user_id").execute();
}

/** A row is the timer: it ends when `until` is over, whichever node is up then. */
async function createShelves(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("alarm_shelves")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("originator_id", types.id, (column) => column.notNull())
    .addColumn("device_id", types.id, (column) => column.references("devices.id").onDelete("cascade"))
    .addColumn("type", types.text, (column) => column.notNull())
    .addColumn("until", types.integer, (column) => column.notNull())
    .addColumn("reason", types.text, (column) => column.notNull())
    .addColumn("shelved_by", types.text, (column) => column.notNull())
    .addColumn("shelved_time", types.integer, (column) => column.notNull())
    .addUniqueConstraint("alarm_shelves_one", ["originator_id", "type"])
    .execute();
  await db.schema.createIndex("alarm_shelves_until").on("alarm_shelves").column("until").execute();
  await db.schema.createIndex("alarm_shelves_tenant").on("alarm_shelves").column("tenant_id").execute();
  await db.schema.createIndex("alarm_shelves_device").on("alarm_shelves").column("device_id").execute();
}

async function createWindows(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("maintenance_windows")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("description", types.text)
    .addColumn("start_ts", types.integer, (column) => column.notNull())
    .addColumn("end_ts", types.integer)
    .addColumn("recurrence", types.text)
    .addColumn("device_id", types.id, (column) => column.references("devices.id").onDelete("cascade"))
    .addColumn("project_id", types.id, (column) => column.references("projects.id").onDelete("cascade"))
    .addColumn("type_id", types.id, (column) => column.references("device_types.id").onDelete("cascade"))
    .addColumn("alarm_type", types.text)
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .execute();
  const listed = ["tenant_id", "name_key", "id"];
  await db.schema.createIndex("maintenance_windows_listed").on("maintenance_windows").columns(listed).execute();
  for (const column of ["device_id", "project_id", "type_id"]) {
    await db.schema.createIndex(`maintenance_windows_${column}`).on("maintenance_windows").column(column).execute();
  }
}
