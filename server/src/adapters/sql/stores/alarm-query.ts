import type { AlarmSearchStatus, AlarmSortProperty } from "@heliograph/contract";
import { type RawBuilder, sql } from "kysely";
import { type AlarmFilter, type AlarmQuery, type AlarmScope, rankOf } from "../../../core/alarms/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import type { TimeRange } from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { Database } from "../database.ts";
import { inProjects } from "./device-query.ts";

export const alarmColumns = [
  "alarms.id",
  "alarms.tenant_id",
  "alarms.originator_type",
  "alarms.originator_id",
  "alarms.device_id",
  "alarms.type",
  "alarms.severity",
  "alarms.acknowledged",
  "alarms.cleared",
  "alarms.created_time",
  "alarms.start_ts",
  "alarms.end_ts",
  "alarms.ack_ts",
  "alarms.clear_ts",
  "alarms.assignee_id",
  "alarms.assign_ts",
  "alarms.details",
] as const;

/** Alarms of the devices within reach [PRJ1]. */
export function alarmsWithin(db: Database, { tenantId, projects, isUnassigned }: AlarmScope) {
  let alarms = db.read
    .selectFrom("alarms")
    .innerJoin("devices", "devices.id", "alarms.device_id")
    .where("alarms.tenant_id", "=", tenantId);
  if (isUnassigned) alarms = alarms.where("devices.project_id", "is", null);
  return projects === "all" ? alarms : alarms.where(inProjects(db, projects));
}

export const selectInfos = (db: Database, reach: Reach) => withInfo(alarmsWithin(db, reach));

const withInfo = (alarms: ReturnType<typeof alarmsWithin>) =>
  alarms
    .leftJoin("projects", "projects.id", "devices.project_id")
    .leftJoin("users", "users.id", "alarms.assignee_id")
    .leftJoin("alarm_shelves", (join) =>
      join
        .onRef("alarm_shelves.originator_id", "=", "alarms.originator_id")
        .onRef("alarm_shelves.type", "=", "alarms.type")
        .on("alarms.cleared", "=", 0),
    )
    .select([
      ...alarmColumns,
      "devices.name as device_name",
      "devices.label as device_label",
      "devices.type_id as device_type_id",
      "projects.path as project_path",
      "users.username as assignee_username",
      "users.first_name as assignee_first_name",
      "users.last_name as assignee_last_name",
      "alarm_shelves.until as shelved_until",
      "alarm_shelves.reason as shelved_reason",
      "alarm_shelves.shelved_by as shelved_by",
    ]);

/** Those of one state are in the order in which somebody would look at them: the worst first, then the newest. */
export function orderedAlarms(db: Database, query: AlarmQuery) {
  const order = query.descending ? "desc" : "asc";
  const sorted = withInfo(filteredAlarms(db, query)).orderBy(sortKeys[query.sortProperty], order);
  const within = query.sortProperty === "status" ? sorted.orderBy("alarms.severity", order) : sorted;
  return within.orderBy("alarms.created_time", order).orderBy("alarms.id", order);
}

export function filteredAlarms(db: Database, filter: AlarmFilter) {
  const { deviceId, searchStatuses, status, severities, types, assigneeId, textSearch, startTime, endTime } = filter;
  let alarms = alarmsWithin(db, filter.reach);
  if (deviceId !== undefined) alarms = alarms.where("alarms.device_id", "=", deviceId);
  if (filter.amongDevices) alarms = alarms.where(ofDevices(db, filter.amongDevices));
  if (filter.during) alarms = alarms.where(activeDuring(filter.during));
  if (searchStatuses !== undefined) alarms = alarms.where(inOneOf(searchStatuses));
  if (status !== undefined) {
    alarms = alarms.where("alarms.cleared", "=", status.startsWith("CLEARED") ? 1 : 0);
    alarms = alarms.where("alarms.acknowledged", "=", status.endsWith("_ACK") ? 1 : 0);
  }
  if (filter.isUndone) alarms = alarms.where(sql<boolean>`(alarms.cleared = 0 or alarms.acknowledged = 0)`);
  if (severities !== undefined) alarms = alarms.where("alarms.severity", "in", severities.map(rankOf));
  if (types !== undefined) alarms = alarms.where("alarms.type", "in", [...types]);
  if (assigneeId !== undefined)
    alarms = alarms.where("alarms.assignee_id", assigneeId === null ? "is" : "=", assigneeId);
  if (startTime !== undefined) alarms = alarms.where("alarms.created_time", ">=", startTime);
  if (endTime !== undefined) alarms = alarms.where("alarms.created_time", "<=", endTime);
  if (textSearch) alarms = alarms.where(containsText(db, foldCase(textSearch)));
  return alarms;
}

/** As one parameter, however many there are. */
function ofDevices(db: Database, devices: readonly DeviceId[]): RawBuilder<boolean> {
  const ids = JSON.stringify(devices);
  return db.kind === "sqlite"
    ? sql<boolean>`alarms.device_id in (select value from json_each(${ids}))`
    : sql<boolean>`alarms.device_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`;
}

/** Until it is cleared it goes on; a cleared one ended when it was cleared or last seen, whichever is later. */
const activeDuring = ({ from, to }: TimeRange): RawBuilder<boolean> =>
  sql<boolean>`(alarms.start_ts < ${to} and (alarms.cleared = 0 or alarms.end_ts >= ${from} or alarms.clear_ts >= ${from}))`;

const states: Record<AlarmSearchStatus, RawBuilder<boolean>> = {
  ANY: sql<boolean>`1 = 1`,
  ACTIVE: sql<boolean>`alarms.cleared = 0`,
  CLEARED: sql<boolean>`alarms.cleared = 1`,
  ACK: sql<boolean>`alarms.acknowledged = 1`,
  UNACK: sql<boolean>`alarms.acknowledged = 0`,
};

/**
 * As the family reads such a list: active or cleared, and acknowledged or not, are two questions; of each the answers
 * named are enough.
 */
function inOneOf(wanted: readonly AlarmSearchStatus[]): RawBuilder<boolean> {
  if (wanted.length === 0 || wanted.includes("ANY")) return states.ANY;
  const either = (...names: AlarmSearchStatus[]) => {
    const named = names.filter((name) => wanted.includes(name));
    return named.length === 1 && named[0] ? states[named[0]] : states.ANY;
  };
  return sql<boolean>`(${either("ACTIVE", "CLEARED")} and ${either("ACK", "UNACK")})`;
}

/** Not LIKE: nothing to escape, and the same answer on both databases. */
const containsText = (db: Database, text: string): RawBuilder<boolean> =>
  db.kind === "sqlite"
    ? sql<boolean>`(instr(alarms.type_key, ${text}) > 0 or instr(devices.search_text, ${text}) > 0)`
    : sql<boolean>`(strpos(alarms.type_key, ${text}) > 0 or strpos(devices.search_text, ${text}) > 0)`;

/** Absent values count as the least one, on both databases. */
const sortKeys: Record<AlarmSortProperty, RawBuilder<unknown>> = {
  createdTime: sql`alarms.created_time`,
  startTs: sql`alarms.start_ts`,
  endTs: sql`alarms.end_ts`,
  ackTs: sql`coalesce(alarms.ack_ts, 0)`,
  clearTs: sql`coalesce(alarms.clear_ts, 0)`,
  type: sql`alarms.type_key`,
  severity: sql`alarms.severity`,
  /** Descending: active before cleared, each not acknowledged before acknowledged, as an inbox shows them. */
  status: sql`case when alarms.cleared = 0 then 3 - alarms.acknowledged else 1 - alarms.acknowledged end`,
  originatorName: sql`devices.name_key`,
  assignee: sql`coalesce(users.username_key, '')`,
};
