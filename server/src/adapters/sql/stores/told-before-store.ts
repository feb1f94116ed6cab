import { parseJsonText } from "@heliograph/contract/json-text";
import { sql } from "kysely";
import { severityOfRank } from "../../../core/alarms/index.ts";
import {
  isDeviceSilent,
  type NoticeStore,
  type SaidByRule,
  type ToldDevice,
} from "../../../core/notifications/index.ts";
import { stateIn } from "../../../core/rules/index.ts";
import type { AlarmId, DeviceId, DeviceTypeId, NotificationPolicyId, ProjectId, RuleId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import { saidOf } from "./notice-rows.ts";

/** What is known of alarms and devices when something is decided: what was told of them, and what is silent [ALM3]. */
export class SqlToldBeforeStore
  implements Pick<NoticeStore, "toldOf" | "saidByRules" | "rulesThatHold" | "silentOf" | "devicesOf">
{
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async toldOf(alarms: readonly AlarmId[]) {
    const rows = await this.#db.read
      .selectFrom("notice_items")
      .select((eb) => ["alarm_id", "policy_id", eb.fn.max("severity").as("rank")])
      .where(isOneOf(this.#db.kind, sql`alarm_id`, alarms))
      .where("notice_id", "is not", null)
      .where("policy_id", "is not", null)
      .groupBy(["alarm_id", "policy_id"])
      .execute();
    return rows.map((row) => ({
      alarmId: row.alarm_id as AlarmId,
      policyId: row.policy_id as NotificationPolicyId,
      severity: severityOfRank(Number(row.rank)),
    }));
  }

  async saidByRules(alarms: readonly AlarmId[]): Promise<readonly SaidByRule[]> {
    const rows = await this.#db.read
      .selectFrom("notice_items")
      .innerJoin("notices", "notices.id", "notice_items.notice_id")
      .select(["alarm_id", "device_id", "title", "said", "origin", "occasion"])
      .select(["notices.group_key", "notices.name", "notices.telling", "notices.rule_id", "notices.project_id"])
      .where(isOneOf(this.#db.kind, sql`notice_items.alarm_id`, alarms))
      .where("notices.rule_id", "is not", null)
      .orderBy("notice_items.decided_time")
      .execute();
    const newest = new Map(rows.map((row) => [`${row.alarm_id} ${row.group_key}`, row]));
    return [...newest.values()].map(saidOf);
  }

  async rulesThatHold(of: readonly { readonly ruleId: RuleId; readonly deviceId: DeviceId }[]) {
    if (of.length === 0) return [];
    const ids = [...new Set(of.map(({ deviceId }) => deviceId))];
    const rules = [...new Set(of.map(({ ruleId }) => ruleId))];
    const rows = await this.#db.read
      .selectFrom("rule_states")
      .innerJoin("rules", "rules.id", "rule_states.rule_id")
      .select(["rule_states.rule_id", "rule_states.device_id", "rule_states.state"])
      .where(isOneOf(this.#db.kind, sql`rule_states.device_id`, ids))
      .where(isOneOf(this.#db.kind, sql`rule_states.rule_id`, rules))
      .where("rules.mode", "=", "LIVE")
      .execute();
    const up = rows.filter(({ state }) => ["ACTIVE", "RECOVERING"].includes(stateIn(state).state?.phase ?? ""));
    return up.map(({ rule_id, device_id }) => `${rule_id} ${device_id}`);
  }

  async silentOf(devices: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, readonly AlarmId[]>> {
    const rows = await this.#db.read
      .selectFrom("alarms")
      .select(["id", "device_id", "details"])
      .where(isOneOf(this.#db.kind, sql`device_id`, devices))
      .where(sql<boolean>`cleared = 0`)
      .where("details", "like", '%"silent":true%')
      .orderBy("created_time")
      .orderBy("id")
      .execute();
    // A rule may have a value of that name.
    const silent = rows.filter(({ details }) => isDeviceSilent({ details: parseJsonText(details ?? "null") }));
    const byDevice = Map.groupBy(silent, (row) => row.device_id as DeviceId);
    return new Map([...byDevice].map(([device, some]) => [device, some.map(({ id }) => id as AlarmId)]));
  }

  async devicesOf(ids: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, ToldDevice>> {
    const rows = await this.#db.read
      .selectFrom("devices")
      .leftJoin("projects", "projects.id", "devices.project_id")
      .select(["devices.id", "devices.name", "devices.label", "devices.type_id", "projects.path"])
      .where(isOneOf(this.#db.kind, sql`devices.id`, ids))
      .execute();
    return new Map(
      rows.map((row) => [
        row.id as DeviceId,
        {
          ...{ id: row.id as DeviceId, name: row.label ?? row.name, deviceTypeId: row.type_id as DeviceTypeId },
          projectPath: (row.path ?? "").split("/").filter((id) => id !== "") as ProjectId[],
        },
      ]),
    );
  }
}
