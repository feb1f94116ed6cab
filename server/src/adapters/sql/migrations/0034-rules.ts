import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Rules, what they have decided of each device, and how far they have followed the points [RUL1, RUL3]. */
export async function rules(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createRules(db, types);
  await createVersions(db, types);
  await createStates(db, types);
  await createTransitions(db, types);
  await createProgress(db, types);
}

async function createRules(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("rules")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("description", types.text)
    .addColumn("mode", types.text, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("definition", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("updated_time", types.integer, (column) => column.notNull())
    .addUniqueConstraint("rules_name", ["tenant_id", "name_key"])
    .execute();
}

/** What a rule was; `after_position` is where in the log of points it came into force. */
async function createVersions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("rule_versions")
    .addColumn("rule_id", types.id, (column) => column.notNull().references("rules.id").onDelete("cascade"))
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("description", types.text)
    .addColumn("mode", types.text, (column) => column.notNull())
    .addColumn("definition", types.text, (column) => column.notNull())
    .addColumn("time", types.integer, (column) => column.notNull())
    .addColumn("after_position", types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("rule_versions_key", ["rule_id", "version"])
    .execute();
  await db.schema.createIndex("rule_versions_position").on("rule_versions").column("after_position").execute();
}

/**
 * With a rule or a device what was decided goes. `due` is the timer, `alarm_type` that of the alarm it holds up, `seen` the
 * time of each input's newest point.
 */
async function createStates(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("rule_states")
    .addColumn("rule_id", types.id, (column) => column.notNull().references("rules.id").onDelete("cascade"))
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("state", types.text, (column) => column.notNull())
    .addColumn("due", types.integer)
    .addColumn("alarm_type", types.text)
    .addColumn("seen", types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint("rule_states_key", ["rule_id", "device_id"])
    .execute();
  await db.schema.createIndex("rule_states_device").on("rule_states").column("device_id").execute();
  await sql`create index rule_states_watched on rule_states (device_id)
    where due is not null or alarm_type is not null`.execute(db);
}

async function createTransitions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("rule_transitions")
    .addColumn("seq", types.serialKey)
    .addColumn("rule_id", types.id, (column) => column.notNull().references("rules.id").onDelete("cascade"))
    .addColumn("device_id", types.id, (column) => column.notNull().references("devices.id").onDelete("cascade"))
    .addColumn("time", types.integer, (column) => column.notNull())
    .addColumn("body", types.text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("rule_transitions_listed").on("rule_transitions").columns(["rule_id", "seq"]).execute();
  await db.schema
    .createIndex("rule_transitions_device")
    .on("rule_transitions")
    .columns(["device_id", "rule_id", "seq"])
    .execute();
  await db.schema.createIndex("rule_transitions_time").on("rule_transitions").column("time").execute();
}

/** How far the rules are. */
async function createProgress(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("rule_progress")
    .addColumn("id", types.integer, (column) => column.primaryKey())
    .addColumn("position", types.integer, (column) => column.notNull())
    .execute();
}
