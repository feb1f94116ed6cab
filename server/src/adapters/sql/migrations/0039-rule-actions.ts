import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What rules do beside their alarms, and what became of it [RUL4]. With a rule or a device its actions go. */
export async function ruleActions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("rule_transitions").addColumn("id", types.id).execute();
  await db.schema
    .createTable("rule_actions")
    .addColumn("seq", types.serialKey)
    .addColumn("key", types.text, (column) => column.notNull().unique())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("rule_id", types.id, (column) => column.notNull().references("rules.id").onDelete("cascade"))
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("transition_id", types.id, (column) => column.notNull())
    .addColumn("place", types.integer, (column) => column.notNull())
    .addColumn("kind", types.text, (column) => column.notNull())
    .addColumn("body", types.text, (column) => column.notNull())
    .addColumn("time", types.integer, (column) => column.notNull())
    .addColumn("not_after", types.integer, (column) => column.notNull())
    .addColumn("status", types.text, (column) => column.notNull())
    .addColumn("attempts", types.integer, (column) => column.notNull())
    .addColumn("next_attempt", types.integer)
    .addColumn("finished_time", types.integer)
    .addColumn("result", types.text)
    .execute();
  await addIndexes(db);
}

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index rule_actions_due on rule_actions (next_attempt, seq) where next_attempt is not null`.execute(
    db,
  );
  await sql`create index rule_actions_waiting on rule_actions (tenant_id) where next_attempt is not null`.execute(db);
  await db.schema
    .createIndex("rule_actions_rate")
    .on("rule_actions")
    .columns(["device_id", "rule_id", "time"])
    .execute();
  await db.schema.createIndex("rule_actions_rule").on("rule_actions").columns(["rule_id", "time"]).execute();
  await db.schema.createIndex("rule_actions_transition").on("rule_actions").column("transition_id").execute();
  await db.schema.createIndex("rule_actions_finished").on("rule_actions").column("finished_time").execute();
}
