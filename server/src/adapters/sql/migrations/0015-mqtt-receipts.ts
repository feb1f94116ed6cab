import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** How much of the telemetry log a session has seen: receipts behind it are added after a crash [MQ7]. */
export async function mqttReceipts(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable("mqtt_sessions")
    .addColumn("received_up_to", types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
