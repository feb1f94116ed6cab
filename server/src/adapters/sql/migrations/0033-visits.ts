import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/**
 * Who is inside a tenant that was opened: it refers to nothing, and stays until it is on record how the visit ended. By
 * which key an invitation was made: one that is gone must be told from none.
 */
export async function visits(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("visits")
    .addColumn("session_id", types.id, (column) => column.notNull().primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull())
    .addColumn("tenant_name", types.text, (column) => column.notNull())
    .addColumn("user_id", types.id, (column) => column.notNull())
    .addColumn("username", types.text, (column) => column.notNull())
    .addColumn("address", types.text)
    .execute();
  await db.schema.alterTable("invitations").addColumn("invited_key_id", types.id).execute();
}
