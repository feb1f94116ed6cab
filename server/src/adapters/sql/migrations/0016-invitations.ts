import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Who may join a tenant; where sessions come from; which session a download token belongs to. */
export async function invitations(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("invitations")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("username", types.text, (column) => column.notNull())
    .addColumn("username_key", types.text, (column) => column.notNull())
    .addColumn("role", types.text, (column) => column.notNull())
    .addColumn("token_hash", types.text, (column) => column.notNull().unique())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("expires_time", types.integer, (column) => column.notNull())
    .addColumn("accepted_time", types.integer)
    .execute();
  await db.schema.createIndex("invitations_tenant").on("invitations").columns(["tenant_id", "username_key"]).execute();
  await db.schema.createIndex("invitations_expires").on("invitations").column("expires_time").execute();

  await db.schema.alterTable("sessions").addColumn("address", types.text).execute();
  await db.schema.alterTable("sessions").addColumn("user_agent", types.text).execute();

  // Those without a session cannot be revoked: they go, ten minutes before they would have.
  await sql`delete from download_tokens`.execute(db);
  await db.schema
    .alterTable("download_tokens")
    .addColumn("session_id", types.id, (column) => column.references("sessions.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("download_tokens_session").on("download_tokens").column("session_id").execute();
}
