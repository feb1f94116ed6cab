import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Contents that deletions let go of, and contents that were found without any record [RUN10]. */
export async function releasedContents(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("released_contents")
    .addColumn("id", types.serialKey)
    .addColumn("sha256", types.text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("released_contents_hash").on("released_contents").column("sha256").execute();

  await db.schema
    .createTable("stray_contents")
    .addColumn("sha256", types.text, (column) => column.notNull().primaryKey())
    .addColumn("found_time", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("stray_contents_time").on("stray_contents").column("found_time").execute();
}
