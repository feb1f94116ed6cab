import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Links to a new password, what people chose for themselves, terms of use and who accepted them [AUTH9]. */
export async function accounts(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("password_resets")
    .addColumn("token_hash", types.text, (column) => column.primaryKey().notNull())
    .addColumn("user_id", types.id, (column) => column.notNull().references("users.id").onDelete("cascade"))
    // No reference: a link by somebody who is gone must be told from one that went by mail.
    .addColumn("made_by", types.id)
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("expires_time", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("password_resets_user").on("password_resets").column("user_id").execute();
  await db.schema.createIndex("password_resets_expires").on("password_resets").column("expires_time").execute();

  await db.schema
    .createTable("user_preferences")
    .addColumn("user_id", types.id, (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("preferences", types.text, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("terms")
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("text", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("terms_pk", ["tenant_id", "version"])
    .execute();
  await db.schema
    .createTable("accepted_terms")
    .addColumn("user_id", types.id, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("accepted_time", types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("accepted_terms_pk", ["user_id", "tenant_id", "version"])
    .execute();
  await db.schema.createIndex("accepted_terms_tenant").on("accepted_terms").column("tenant_id").execute();
}
