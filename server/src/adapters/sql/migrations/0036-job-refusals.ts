import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Which refusal a job failed with, beside its words: pages say it in the language of their reader [API2]. */
export async function jobRefusals(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("jobs").addColumn("refusal", types.text).execute();
}
