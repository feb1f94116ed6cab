import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** In which MQTT session a call was sent and is not acknowledged yet. */
export async function callsOfSessions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("commands").addColumn("session_id", types.id).execute();
}
