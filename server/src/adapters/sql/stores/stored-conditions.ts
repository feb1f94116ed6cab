import { type RawBuilder, sql } from "kysely";
import type { ActivityCondition, ComparableRange, StoredCondition } from "../../../core/device-groups/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import { storedKey } from "./attribute-rows.ts";

type Kind = Database["kind"];
type Sql = RawBuilder<unknown>;

/** Where the devices of a condition are looked for. */
export interface Selection {
  readonly table: Sql;
  readonly id: Sql;
  readonly where: Sql;
}

const devices = { table: sql`devices`, id: sql`devices.id` };
const ofDevices = (where: Sql): Selection => ({ ...devices, where });

/**
 * Each by an index that holds all it needs. The tenant is named where the index begins with it; types and projects are
 * known to be the tenant's.
 */
export function selectionOf(kind: Kind, tenant: TenantId, condition: StoredCondition): Selection {
  switch (condition.of) {
    case "everything":
      return ofDevices(ofTenant(tenant));
    case "types":
      return ofDevices(isOneOf(kind, sql`devices.type_id`, condition.ids));
    case "projects":
      return ofDevices(isOneOf(kind, sql`devices.project_id`, condition.ids));
    case "unassigned":
      return ofDevices(sql`${ofTenant(tenant)} and devices.project_id is null`);
    case "name":
      return ofDevices(sql`${ofTenant(tenant)} and ${nameTest(kind, condition)}`);
    case "activity":
      return activitySelection(tenant, condition);
    case "attribute":
      return attributeSelection(kind, tenant, condition);
    case "alarm":
      return alarmSelection(tenant, condition);
  }
}

const ofTenant = (tenant: TenantId): Sql => sql`devices.tenant_id = ${tenant}`;

/** Behind every text that begins so: texts are compared by their bytes. */
const behind = (beginning: string): string => `${beginning}\u{10ffff}`;

function nameTest(kind: Kind, { comparison, text }: Extract<StoredCondition, { of: "name" }>): Sql {
  const name = sql`devices.name_key`;
  if (comparison === "STARTS_WITH") return sql`${name} >= ${text} and ${name} < ${behind(text)}`;
  if (comparison === "CONTAINS") return hasText(kind, name, text);
  const pattern = text.replaceAll(/[\\%_]/g, "\\$&").replaceAll("*", "%");
  const [beginning = ""] = text.split("*");
  return sql`${name} >= ${beginning} and ${name} < ${behind(beginning)} and ${name} like ${pattern} escape '\\'`;
}

const hasText = (kind: Kind, column: Sql, text: string): Sql =>
  kind === "sqlite" ? sql`instr(${column}, ${text}) > 0` : sql`strpos(${column}, ${text}) > 0`;

/** What is silent was heard of once; what never was heard of has no row. */
function activitySelection(tenant: TenantId, { state, since, now, timeoutMs }: ActivityCondition): Selection {
  const last = sql`device_activity.last_activity_time`;
  const isActive = sql`${last} + coalesce(devices.inactivity_timeout_ms, ${sql.lit(timeoutMs)}) > ${sql.lit(now)}`;
  const tests = {
    ACTIVE: () => sql`${isActive} ${since === undefined ? sql`` : sql`and ${last} >= ${sql.lit(since)}`}`,
    INACTIVE: () => sql`not (${isActive}) ${since === undefined ? sql`` : sql`and ${last} <= ${sql.lit(since)}`}`,
    NEVER: () =>
      sql`${last} is null ${since === undefined ? sql`` : sql`and devices.created_time <= ${sql.lit(since)}`}`,
  };
  const join = state === "NEVER" ? sql`left join` : sql`join`;
  return {
    table: sql`(devices ${join} device_activity on device_activity.device_id = devices.id)`,
    id: devices.id,
    where: sql`${ofTenant(tenant)} and ${tests[state]()}`,
  };
}

function attributeSelection(
  kind: Kind,
  tenant: TenantId,
  { scope, key, range }: Extract<StoredCondition, { of: "attribute" }>,
): Selection {
  const inScope = scope === undefined ? sql`` : sql`and attributes.scope = ${scope}`;
  return {
    table: sql`attributes`,
    id: sql`attributes.device_id`,
    where: sql`attributes.tenant_id = ${tenant} and attributes.key = ${storedKey(key)}
      and ${valueTest(kind, range)} ${inScope}`,
  };
}

/** Few alarms are not cleared, and of one device there may be several. */
function alarmSelection(
  tenant: TenantId,
  { rankAtLeast = 0, type, isUnacknowledged }: Extract<StoredCondition, { of: "alarm" }>,
): Selection {
  const ofType = type === undefined ? sql`` : sql`and type = ${type}`;
  const waiting = isUnacknowledged ? sql`and acknowledged = 0` : sql``;
  const open = sql`select distinct device_id from alarms
    where tenant_id = ${tenant} and cleared = 0 and severity >= ${sql.lit(rankAtLeast)} ${ofType} ${waiting}`;
  return { table: sql`(${open}) as alarmed`, id: sql`alarmed.device_id`, where: sql`alarmed.device_id is not null` };
}

function valueTest(kind: Kind, range: ComparableRange): Sql {
  const value = sql`attributes.comparable`;
  if ("equal" in range) return sql`${value} = ${range.equal}`;
  const { from, below, not, contains } = range;
  const isOther = not === undefined ? sql`` : sql`and ${value} <> ${not}`;
  const isInside = contains === undefined ? sql`` : sql`and ${hasText(kind, sql`substr(${value}, 2)`, contains)}`;
  return sql`${value} >= ${from} and ${value} < ${below} ${isOther} ${isInside}`;
}
