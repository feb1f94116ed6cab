import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Limits and sign-in rules of tenants count their changes: of two who save at once, the second is told of the first. */
export async function countedChanges(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  for (const table of ["tenant_limits", "sign_in_rules"] as const) {
    await db.schema
      .alterTable(table)
      .addColumn("version", types.integer, (column) => column.notNull().defaultTo(0))
      .execute();
  }
}
