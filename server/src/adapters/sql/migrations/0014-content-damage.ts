import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What was found wrong with the content of a file [REL5]; hardly any has it. */
export async function contentDamage(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("files").addColumn("damage", types.text).execute();
  await sql`create index files_damaged on files (sha256) where damage is not null`.execute(db);
}
