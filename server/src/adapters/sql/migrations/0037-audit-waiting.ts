import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/**
 * Entries of the audit log that are stored with their change and not in their chain yet. One narrow row and no index
 * beside its key: every change pays for it.
 */
export async function auditWaiting(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("audit_waiting")
    .addColumn("id", types.queueKey)
    .addColumn("content", types.text, (column) => column.notNull())
    .execute();
}
