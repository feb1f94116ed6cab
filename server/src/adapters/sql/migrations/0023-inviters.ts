import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/**
 * Who made an invitation [AUTH7]. It refers to no row: one by somebody who is gone must be told from one of before,
 * which nobody is known of, and which ends within days.
 */
export async function inviters(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("invitations").addColumn("invited_by", types.id).execute();
}
