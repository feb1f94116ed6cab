import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Keys for scripts; a download token belongs to a session or to such a key. */
export async function apiKeys(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("api_keys")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("user_id", types.id, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("assignment_id", types.id, (column) => column.notNull().references("assignments.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("key_hash", types.text, (column) => column.notNull().unique())
    .addColumn("permissions", types.text, (column) => column.notNull())
    .addColumn("project_ids", types.text)
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("expires_time", types.integer)
    .addColumn("last_used_time", types.integer)
    .execute();
  await db.schema
    .createIndex("api_keys_assignment")
    .on("api_keys")
    .columns(["assignment_id", "created_time"])
    .execute();
  await db.schema.createIndex("api_keys_user").on("api_keys").column("user_id").execute();

  await db.schema
    .alterTable("download_tokens")
    .addColumn("key_id", types.id, (column) => column.references("api_keys.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("download_tokens_key").on("download_tokens").column("key_id").execute();
}
