import { sql } from "kysely";
import type { Alarm, AlarmName } from "../../../core/alarms/index.ts";
import type { AlarmId, DeviceId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { columnsOf, givenOf, isOneOf, type JsonColumns, jsonRows, setOf } from "../json-rows.ts";
import { alarmColumns } from "./alarm-query.ts";
import { alarmOf, changingColumns, givenAlarm } from "./alarm-rows.ts";

const changing: JsonColumns<ReturnType<typeof changingColumns>> = {
  severity: "bigint",
  acknowledged: "bigint",
  cleared: "bigint",
  start_ts: "bigint",
  end_ts: "bigint",
  ack_ts: "bigint",
  clear_ts: "bigint",
  assignee_id: "uuid",
  assign_ts: "bigint",
  details: "text",
};

const columns: JsonColumns<ReturnType<typeof givenAlarm>> = {
  id: "uuid",
  tenant_id: "uuid",
  originator_type: "text",
  originator_id: "uuid",
  device_id: "uuid",
  type: "text",
  type_key: "text",
  created_time: "bigint",
  ...changing,
  details: "json",
};

/** Those of these that are not cleared; always held in the same order, so that two who want some do not wait for each other. */
export async function lockOpenAmong(db: Database, names: readonly AlarmName[]): Promise<readonly Alarm[]> {
  const originators = [...new Set(names.map(({ originator }) => originator.id))];
  const types = [...new Set(names.map(({ type }) => type))];
  const query = db.write
    .selectFrom("alarms")
    .select(alarmColumns)
    .where(isOneOf(db.kind, sql`originator_id`, originators))
    .where(isOneOf(db.kind, sql`type`, types, "text"))
    .where(sql<boolean>`cleared = 0`)
    .orderBy("alarms.id");
  const held = db.kind === "postgres" ? query.modifyEnd(sql`for no key update of alarms`) : query;
  return (await held.execute()).map(alarmOf);
}

export async function countOpenOf(db: Database, devices: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, number>> {
  const rows = await db.read
    .selectFrom("alarms")
    .select((eb) => ["device_id", eb.fn.countAll<number>().as("total")])
    .where(isOneOf(db.kind, sql`device_id`, devices))
    .where(sql<boolean>`cleared = 0`)
    .groupBy("device_id")
    .execute();
  return new Map(rows.map((row) => [row.device_id as DeviceId, Number(row.total)]));
}

/** Those that are in now: not those of which there is one that is not cleared, nor those of devices that are gone. */
export async function insertAlarms(db: Database, alarms: readonly Alarm[]): Promise<ReadonlySet<AlarmId>> {
  const ids = alarms.map(({ id }) => id);
  const { numAffectedRows } = await sql`insert into alarms (${columnsOf(columns)})
    select ${givenOf(columns)} from ${jsonRows(db.kind, columns, alarms.map(givenAlarm))}
    join devices on devices.id = given.device_id and devices.tenant_id = given.tenant_id where true
    on conflict (originator_id, type) where cleared = 0 do nothing`.execute(db.write);
  return new Set(Number(numAffectedRows) === ids.length ? ids : await thereAmong(db, ids));
}

async function thereAmong(db: Database, ids: readonly AlarmId[]): Promise<readonly AlarmId[]> {
  const found = db.write
    .selectFrom("alarms")
    .select("id")
    .where(isOneOf(db.kind, sql`id`, ids));
  return (await found.execute()).map(({ id }) => id as AlarmId);
}

export async function updateAlarms(db: Database, alarms: readonly Alarm[]): Promise<void> {
  const rows = alarms.map((alarm) => ({ id: alarm.id as string, ...changingColumns(alarm) }));
  const given = jsonRows(db.kind, { id: "uuid", ...changing }, rows);
  await sql`update alarms set ${setOf(Object.keys(changing), "given")} from ${given} where alarms.id = given.id`.execute(
    db.write,
  );
}
