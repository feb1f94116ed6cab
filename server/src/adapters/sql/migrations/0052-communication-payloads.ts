import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** The beginning of a message that was refused. */
export async function communicationPayloads(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("communication").addColumn("payload", types.text).execute();
}
