import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What nodes are about to do with contents: to make a record of one, or to remove it (ADR 83). */
export async function contentClaims(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("content_claims")
    .addColumn("id", types.id, (column) => column.notNull().primaryKey())
    .addColumn("sha256", types.text, (column) => column.notNull())
    .addColumn("is_removal", types.integer, (column) => column.notNull())
    .addColumn("until_time", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("content_claims_hash").on("content_claims").column("sha256").execute();
}
