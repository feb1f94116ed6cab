import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Who is inside a tenant that was opened. It refers to nothing: it stays until it is on record how the visit ended. */
export async function visits(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("visits")
    .addColumn("session_id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull())
    .addColumn("tenant_name", types.text, (column) => column.notNull())
    .addColumn("user_id", types.id, (column) => column.notNull())
    .addColumn("username", types.text, (column) => column.notNull())
    .addColumn("address", types.text)
    .execute();
}
