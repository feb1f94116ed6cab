import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Which running node a session is connected to, and until when that node counts as running. */
export async function mqttSessionOwners(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("mqtt_sessions").addColumn("owner", types.text).execute();
  await db.schema
    .createTable("mqtt_owners")
    .addColumn("owner", types.text, (column) => column.notNull().primaryKey())
    .addColumn("alive_until", types.integer, (column) => column.notNull())
    .execute();
}
