import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What rules look at beside points: written with the change it tells of, removed with what followed from it [RUL3]. */
export async function ruleInputs(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("rule_inputs")
    .addColumn("seq", types.serialKey)
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("kind", types.text, (column) => column.notNull())
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("value", types.text, (column) => column.notNull())
    .addColumn("before", types.text, (column) => column.notNull())
    .addColumn("time", types.integer, (column) => column.notNull())
    .addColumn("position", types.integer, (column) => column.notNull())
    .addColumn("hops", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("rule_inputs_device").on("rule_inputs").column("device_id").execute();
}
