import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Who saved a version of a rule, by the name they had: it is told when the user is gone, too. Of older ones nobody knows. */
export async function ruleVersionAuthors(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("rule_versions").addColumn("saved_by", types.text).execute();
}
