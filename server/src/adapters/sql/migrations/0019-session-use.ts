import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** When a session was last used [AUTH8]; of those that exist only their beginning is known. */
export async function sessionUse(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable("sessions")
    .addColumn("last_used_time", types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update sessions set last_used_time = created_time`.execute(db);
}
