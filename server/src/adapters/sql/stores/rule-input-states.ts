import { sql } from "kysely";
import { attributeName, type InputOfDevice, type ToldValue, toldValueOf } from "../../../core/rules/index.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import { attributeOf, storedKey } from "./attribute-rows.ts";

type Found = ReadonlyMap<string, ToldValue>;
type Kind = InputOfDevice["input"]["kind"];

const nameOf = (device: string, name: string): string => `${device} ${name}`;
const devicesOf = (inputs: readonly InputOfDevice[]) => [...new Set(inputs.map(({ device }) => device))];

/** What is so of devices now, in one question of a kind; undefined of what is no state. */
export async function presentStates(
  db: Database,
  inputs: readonly InputOfDevice[],
): Promise<(of: InputOfDevice) => ToldValue | undefined> {
  const of = (kind: Kind) => inputs.filter(({ input }) => input.kind === kind);
  const attributes = await attributesOf(db, of("ATTRIBUTE"));
  const activity = await activityOf(db, of("ACTIVITY"));
  const alarms = await openAlarmsOf(db, of("ALARM"));
  return ({ device, input }) => {
    if (input.kind === "ATTRIBUTE")
      return attributes.get(nameOf(device, attributeName(input.scope, input.key))) ?? null;
    if (input.kind === "ACTIVITY") return activity.get(device) ?? null;
    return input.kind === "ALARM" ? alarms.has(nameOf(device, input.alarmType)) : undefined;
  };
}

async function attributesOf(db: Database, inputs: readonly InputOfDevice[]): Promise<Found> {
  if (inputs.length === 0) return new Map();
  const keys = new Set(inputs.flatMap(({ input }) => (input.kind === "ATTRIBUTE" ? [storedKey(input.key)] : [])));
  const rows = await db.read
    .selectFrom("attributes")
    .select(["device_id", "scope", "key", "value", "last_update_ts"])
    .where(isOneOf(db.kind, sql`device_id`, devicesOf(inputs)))
    .where(isOneOf(db.kind, sql`key`, [...keys], "text"))
    .execute();
  return new Map(
    rows.map((row) => {
      const { scope, key, value } = attributeOf(row);
      return [nameOf(row.device_id, attributeName(scope, key)), toldValueOf(value)];
    }),
  );
}

/** As it was last announced; who was never heard of is neither. */
async function activityOf(db: Database, inputs: readonly InputOfDevice[]): Promise<Found> {
  if (inputs.length === 0) return new Map();
  const rows = await db.read
    .selectFrom("device_activity")
    .select(["device_id", "announced_active"])
    .where(isOneOf(db.kind, sql`device_id`, devicesOf(inputs)))
    .execute();
  return new Map(rows.map((row) => [row.device_id, Number(row.announced_active) === 1]));
}

async function openAlarmsOf(db: Database, inputs: readonly InputOfDevice[]): Promise<ReadonlySet<string>> {
  if (inputs.length === 0) return new Set();
  const types = new Set(inputs.flatMap(({ input }) => (input.kind === "ALARM" ? [input.alarmType] : [])));
  const rows = await db.read
    .selectFrom("alarms")
    .select(["originator_id", "type"])
    .where(isOneOf(db.kind, sql`originator_id`, devicesOf(inputs)))
    .where(isOneOf(db.kind, sql`type`, [...types], "text"))
    .where(sql<boolean>`cleared = 0`)
    .execute();
  return new Set(rows.map((row) => nameOf(row.originator_id, row.type)));
}
