import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/**
 * Who did what. No reference to tenants, users or anything else: an entry outlives what it is about. `chain` is the
 * tenant's id, or the id of none for the installation; numbers count up within it without a gap.
 */
export async function audit(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("audit_entries")
    .addColumn("chain", types.id, (column) => column.notNull())
    .addColumn("number", types.integer, (column) => column.notNull())
    .addColumn("id", types.id, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("user_id", types.id)
    .addColumn("user_name", types.text, (column) => column.notNull())
    .addColumn("address", types.text)
    .addColumn("via", types.text, (column) => column.notNull())
    .addColumn("action", types.text, (column) => column.notNull())
    .addColumn("entity_type", types.text, (column) => column.notNull())
    .addColumn("entity_id", types.text, (column) => column.notNull())
    .addColumn("entity_name", types.text)
    .addColumn("data", types.text, (column) => column.notNull())
    .addColumn("failure", types.text)
    .addColumn("count", types.integer, (column) => column.notNull())
    .addColumn("hash", types.text, (column) => column.notNull())
    .addColumn("search_text", types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint("audit_entries_pk", ["chain", "number"])
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on("audit_entries").columns(columns).execute();
  await index("audit_entries_time", ["chain", "created_time", "number"]);
  await index("audit_entries_user", ["chain", "user_id", "number"]);
  await index("audit_entries_entity", ["chain", "entity_id", "number"]);

  await db.schema
    .createTable("audit_chains")
    .addColumn("chain", types.id, (column) => column.notNull().primaryKey())
    .addColumn("number", types.integer, (column) => column.notNull())
    .addColumn("hash", types.text, (column) => column.notNull())
    .addColumn("anchor_number", types.integer, (column) => column.notNull())
    .addColumn("anchor_hash", types.text, (column) => column.notNull())
    .execute();
}
