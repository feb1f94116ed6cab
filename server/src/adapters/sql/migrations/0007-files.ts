import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** The files of devices, what they take, and who may fetch some of them without logging in. */
export async function files(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("files")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("tag", types.text, (column) => column.notNull())
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("base_name", types.text, (column) => column.notNull())
    .addColumn("search_text", types.text, (column) => column.notNull())
    .addColumn("status", types.integer, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("listed_size", types.integer)
    .addColumn("listed_start", types.integer)
    .addColumn("listed_end", types.integer)
    .addColumn("listing", types.text)
    .addColumn("sha256", types.text)
    .addColumn("size", types.integer)
    .addColumn("received_time", types.integer)
    .addColumn("processing", types.text, (column) => column.notNull())
    .addColumn("error", types.text)
    .addColumn("content_start", types.integer)
    .addColumn("content_end", types.integer)
    .addColumn("channel_count", types.integer)
    .addColumn("sample_count", types.integer)
    .addColumn("device_start", types.integer)
    .addColumn("start_time", types.integer, (column) => column.notNull())
    .addColumn("end_time", types.integer, (column) => column.notNull())
    .addUniqueConstraint("files_key", ["device_id", "name", "tag"])
    .execute();
  await db.schema.createIndex("files_by_time").on("files").columns(["device_id", "start_time", "id"]).execute();
  await sql`create index files_awaited on files (device_id, base_name) where status in (0, 1)`.execute(db);
  await sql`create index files_requested on files (device_id) where status = 1`.execute(db);
  await sql`create index files_pending on files (received_time) where processing = 'PENDING'`.execute(db);
  await sql`create index files_content on files (sha256) where sha256 is not null`.execute(db);
  await db.schema.createIndex("files_covered").on("files").columns(["device_id", "tag", "device_start"]).execute();

  // Apart from the device, whose row hardly ever changes.
  await db.schema
    .createTable("file_usage")
    .addColumn("device_id", types.id, (column) => column.primaryKey().references("devices.id").onDelete("cascade"))
    .addColumn("bytes", types.integer, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("download_tokens")
    .addColumn("token_hash", types.text, (column) => column.notNull().primaryKey())
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("files", types.text, (column) => column.notNull())
    .addColumn("expires_time", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("download_tokens_expires").on("download_tokens").column("expires_time").execute();
  await db.schema.createIndex("download_tokens_device").on("download_tokens").column("device_id").execute();
}
