import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { rankOf } from "../../../core/alarms/index.ts";
import type { DeviceQuery, DeviceSortProperty } from "../../../core/devices/index.ts";
import type { ProjectId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { Database } from "../database.ts";
import { storedKey } from "./attribute-rows.ts";

const deviceColumns = [
  "devices.id",
  "devices.tenant_id",
  "devices.name",
  "devices.type_id",
  "device_types.name as type",
  "devices.label",
  "devices.description",
  "devices.serial_number",
  "devices.firmware_version",
  "devices.inactivity_timeout_ms",
  "devices.created_time",
  "devices.project_id",
] as const;

/** Devices with the time of their last contact. */
export const selectDevices = (db: Database) =>
  db.read
    .selectFrom("devices")
    .innerJoin("device_types", "device_types.id", "devices.type_id")
    .leftJoin("device_activity", "device_activity.device_id", "devices.id")
    .select([...deviceColumns, "device_activity.last_activity_time", worstAlarm.as("alarm_rank")]);

export const orderedDevices = (db: Database, query: DeviceQuery) =>
  ordered(db, filtered(db, query).innerJoin("device_types", "device_types.id", "devices.type_id"), query).select([
    ...deviceColumns,
    "device_activity.last_activity_time",
    worstAlarm.as("alarm_rank"),
  ]);

/** Their ids alone, in the same order. By name an index has all it needs. */
export const orderedIds = (db: Database, query: DeviceQuery) =>
  query.sortProperty === "name" && query.active === undefined
    ? ordered(db, withoutActivity(db, query), query).select("devices.id")
    : ordered(db, filtered(db, query).innerJoin("device_types", "device_types.id", "devices.type_id"), query).select(
        "devices.id",
      );

const ordered = <DB, Of extends keyof DB, Row>(
  db: Database,
  devices: SelectQueryBuilder<DB, Of, Row>,
  query: DeviceQuery,
) =>
  devices
    .orderBy(sortKeys[query.sortProperty](query, db), query.descending ? "desc" : "asc")
    .$if(query.sortProperty === "attribute", (some) => some.orderBy(sql`devices.name_key`))
    .orderBy(sql`devices.id`, query.descending ? "desc" : "asc");

export const matchingIds = (db: Database, query: DeviceQuery) => filtered(db, query).select("devices.id");

export async function countDevices(db: Database, query: DeviceQuery): Promise<number> {
  const { total } = await (query.active === undefined ? withoutActivity(db, query) : filtered(db, query))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function filtered(db: Database, query: DeviceQuery) {
  const devices = withoutActivity(db, query).leftJoin("device_activity", "device_activity.device_id", "devices.id");
  if (query.active === undefined) return devices;
  return devices.where(sql<boolean>`${isActive(query)} = ${query.active ? 1 : 0}`);
}

function withoutActivity(db: Database, query: DeviceQuery) {
  let devices = db.read.selectFrom("devices").where("devices.tenant_id", "=", query.reach.tenantId);
  if (query.reach.projects !== "all") devices = devices.where(inProjects(db, query.reach.projects));
  if (query.isUnassigned) devices = devices.where("devices.project_id", "is", null);
  if (query.typeId !== undefined) devices = devices.where("devices.type_id", "=", query.typeId);
  if (query.type !== undefined) devices = devices.where("devices.type_id", "in", typeNamed(db, query));
  if (query.among) devices = devices.where(hasId(db, query.among));
  if (query.alarmSeverity) {
    devices = devices.where(sql<boolean>`${seenAlarm(query, db)} >= ${sql.lit(rankOf(query.alarmSeverity))}`);
  }
  if (query.textSearch) devices = devices.where(containsText(db, foldCase(query.textSearch)));
  return devices;
}

const typeNamed = (db: Database, { reach, type = "" }: DeviceQuery) =>
  db.read.selectFrom("device_types").select("id").where("tenant_id", "=", reach.tenantId).where("name", "=", type);

/** As one parameter, however many there are. */
export function inProjects(db: Database, projects: ReadonlySet<ProjectId>): RawBuilder<boolean> {
  const ids = JSON.stringify([...projects]);
  return db.kind === "sqlite"
    ? sql<boolean>`devices.project_id in (select value from json_each(${ids}))`
    : sql<boolean>`devices.project_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`;
}

/** As one parameter; many ids are not looked for in this way. */
export function hasId(db: Database, among: Iterable<string>): RawBuilder<boolean> {
  const ids = JSON.stringify([...among]);
  return db.kind === "sqlite"
    ? sql<boolean>`devices.id in (select value from json_each(${ids}))`
    : sql<boolean>`devices.id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`;
}

/** Not LIKE: nothing to escape, and the same answer on both databases. */
const containsText = (db: Database, text: string): RawBuilder<boolean> =>
  db.kind === "sqlite"
    ? sql<boolean>`instr(devices.search_text, ${text}) > 0`
    : sql<boolean>`strpos(devices.search_text, ${text}) > 0`;

const isActive = ({ now, inactivityTimeoutMs }: DeviceQuery): RawBuilder<number> => sql<number>`case when
  device_activity.last_activity_time + coalesce(devices.inactivity_timeout_ms, ${sql.lit(inactivityTimeoutMs)})
  > ${sql.lit(now)} then 1 else 0 end`;

/** One look into the index of what is not cleared [ALM4]. */
const worstAlarm = sql<number | null>`(select max(open.severity) from alarms as open
  where open.device_id = devices.id and open.cleared = 0)`;

/** As far as the reader may see alarms: to sort and to find by it would tell of the others. */
function seenAlarm({ alarmReach }: DeviceQuery, db: Database): RawBuilder<number> {
  if (!alarmReach) return sql<number>`0`;
  if (alarmReach.projects === "all") return sql<number>`coalesce(${worstAlarm}, 0)`;
  return sql<number>`case when ${inProjects(db, alarmReach.projects)} then coalesce(${worstAlarm}, 0) else 0 end`;
}

/** Behind every comparable value, and before them: what is absent is last either way. */
const absentLast = ({ descending }: DeviceQuery) => sql.lit(descending ? "" : "~");

/** The attribute as it is compared, by its primary key; none where the reader may not see it. */
function seenAttribute(query: DeviceQuery, db: Database): RawBuilder<string> {
  const { attribute } = query;
  if (!attribute) throw new Error("sorted by an attribute that nobody named");
  const value = sql<string>`coalesce((select known.comparable from attributes as known where known.device_id = devices.id
    and known.scope = ${attribute.scope} and known.key = ${storedKey(attribute.key)}), ${absentLast(query)})`;
  const { projects } = attribute.reach;
  return projects === "all"
    ? value
    : sql<string>`case when ${inProjects(db, projects)} then ${value} else ${absentLast(query)} end`;
}

/** Absent values count as the least one, on both databases. The name's key has an index. */
const sortKeys: Record<DeviceSortProperty, (query: DeviceQuery, db: Database) => RawBuilder<unknown>> = {
  name: () => sql`devices.name_key`,
  type: () => sql`device_types.name_key`,
  label: () => sql`coalesce(lower(devices.label), '')`,
  createdTime: () => sql`devices.created_time`,
  lastActivityTime: () => sql`coalesce(device_activity.last_activity_time, 0)`,
  active: isActive,
  serialNumber: () => sql`coalesce(lower(devices.serial_number), '')`,
  firmwareVersion: () => sql`coalesce(lower(devices.firmware_version), '')`,
  alarmSeverity: seenAlarm,
  attribute: seenAttribute,
};
