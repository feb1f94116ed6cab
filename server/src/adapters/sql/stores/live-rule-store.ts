import { parseJsonText } from "@heliograph/contract/json-text";
import { sql, type Transaction } from "kysely";
import {
  type Decided,
  type FailureAlarm,
  failureTypes,
  type LeftState,
  type LiveRuleStore,
  type Rule,
  type RuleOfDevice,
  type ScopedDevice,
  type StoredState,
} from "../../../core/rules/index.ts";
import type { AlarmId, DeviceId, RuleId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { columnsOf, givenOf, isOneOf, type JsonColumns, jsonRows, setOf } from "../json-rows.ts";
import type { Tables } from "../tables.ts";
import { withNext } from "../with-next.ts";
import { deleted, ruleOf, stateOf, stateRow } from "./rule-rows.ts";
import { scopedDevices, scopedDevicesAfter } from "./scoped-devices.ts";
import { removeUnseen } from "./unseen-commits.ts";

const progressRow = 1;
/** The first text that does not begin with it: the character after its last one, which is a blank. */
const behind = (prefix: string): string => `${prefix.trimEnd()}!`;
/** For more rules than this it is cheaper to look through all states of a device. */
const rulesByKey = 20;
type Trx = Transaction<Tables>;

const stateColumns: JsonColumns<ReturnType<typeof stateRow>> = {
  rule_id: "uuid",
  device_id: "uuid",
  state: "json",
  due: "bigint",
  alarm_type: "text",
  seen: "json",
};

type TransitionRow = ReturnType<typeof transitionRow>;
const transitionColumns: JsonColumns<TransitionRow> = {
  id: "uuid",
  rule_id: "uuid",
  device_id: "uuid",
  time: "bigint",
  body: "json",
};

const transitionRow = ({ id, ruleId, deviceId, transition }: Decided["transitions"][number]) => ({
  id,
  rule_id: ruleId as string,
  device_id: deviceId as string,
  time: Math.round(transition.now),
  body: transition,
});

/** What live evaluation keeps [RUL3]. */
export class SqlLiveRuleStore implements LiveRuleStore {
  readonly #db: Database;
  readonly #transitionsPerRule: number;

  constructor(db: Database, transitionsPerRule: number) {
    this.#db = db;
    this.#transitionsPerRule = transitionsPerRule;
  }

  async versionsInForce(position: number): Promise<readonly Pick<Rule, "id" | "version">[]> {
    const rows = await this.#inForce(position).select(["rules.id", "v.version"]).execute();
    return rows.map(({ id, version }) => ({ id: id as RuleId, version: Number(version) }));
  }

  #inForce(position: number) {
    return this.#db.read
      .selectFrom("rules")
      .innerJoin("rule_versions as v", (join) => join.onRef("v.rule_id", "=", "rules.id"))
      .where("v.version", "=", (eb) =>
        eb
          .selectFrom("rule_versions as newest")
          .select((max) => max.fn.max("newest.version").as("version"))
          .whereRef("newest.rule_id", "=", "rules.id")
          .where("newest.after_position", "<=", position),
      )
      .where("v.mode", "in", ["SHADOW", "LIVE"]);
  }

  async inForce(position: number, ids: readonly RuleId[]): Promise<readonly Rule[]> {
    const rows = await this.#inForce(position)
      .where(isOneOf(this.#db.kind, sql`rules.id`, ids))
      .select(["rules.id", "rules.tenant_id", "rules.created_time", "rules.updated_time"])
      .select(["v.version", "v.name", "v.description", "v.mode", "v.definition"])
      .execute();
    return rows.map(ruleOf);
  }

  async changesAfter(position: number): Promise<readonly number[]> {
    const rows = await this.#db.read
      .selectFrom("rule_versions")
      .select("after_position")
      .distinct()
      .where("after_position", ">", position)
      .orderBy("after_position")
      .execute();
    return rows.map((row) => Number(row.after_position));
  }

  devices(ids: readonly DeviceId[]): Promise<readonly ScopedDevice[]> {
    return scopedDevices(this.#db, ids);
  }

  devicesAfter(id: DeviceId | undefined, atMost: number): Promise<readonly ScopedDevice[]> {
    return scopedDevicesAfter(this.#db, id, atMost);
  }

  async statesOf(devices: readonly DeviceId[]): Promise<readonly StoredState[]> {
    const { kind, read } = this.#db;
    const isAsked = isOneOf(kind, sql`device_id`, devices);
    return (await read.selectFrom("rule_states").selectAll().where(isAsked).execute()).map(stateOf);
  }

  /** Two questions, each with an index of its own: with "or", all states of the devices would be looked at. */
  async watchedStatesOf(devices: readonly DeviceId[], rules: readonly RuleId[]): Promise<readonly StoredState[]> {
    const { kind, read } = this.#db;
    const ofDevices = read
      .selectFrom("rule_states")
      .selectAll()
      .where(isOneOf(kind, sql`device_id`, devices));
    const watched = ofDevices.where((eb) => eb.or([eb("due", "is not", null), eb("alarm_type", "is not", null)]));
    const others = ofDevices.where("due", "is", null).where("alarm_type", "is", null);
    const asked = rules.length === 0 ? watched : watched.unionAll(others.where(this.#isOfRules(rules)));
    return (await asked.execute()).map(stateOf);
  }

  /** Of few rules each state is found by its key; of many, those of the devices are looked through. */
  #isOfRules(rules: readonly RuleId[]) {
    const column = rules.length > rulesByKey ? sql`+rule_id` : sql`rule_id`;
    return isOneOf(this.#db.kind, this.#db.kind === "sqlite" ? column : sql`rule_id`, rules);
  }

  async devicesToWatch(): Promise<readonly DeviceId[]> {
    const rows = await this.#db.read
      .selectFrom("rule_states")
      .select("device_id")
      .distinct()
      .where((eb) => eb.or([eb("due", "is not", null), eb("alarm_type", "is not", null)]))
      .execute();
    return rows.map((row) => row.device_id as DeviceId);
  }

  async position(): Promise<number | undefined> {
    const row = await this.#db.read.selectFrom("rule_progress").select("position").executeTakeFirst();
    return row && Number(row.position);
  }

  save(decided: Decided): Promise<(of: RuleOfDevice) => boolean> {
    const { position, states, transitions, forgotten, trimmed, evaluated, unseen } = decided;
    return this.#db.transact(async (trx) => {
      await this.note(trx, position);
      const isThere = await this.#whatIsThere(trx, [...states, ...transitions]);
      for (const { ruleId, deviceId } of forgotten) await forget(trx, ruleId, deviceId);
      await this.#writeStates(trx, states.filter(isThere));
      await this.#writeTransitions(trx, transitions.filter(isThere));
      for (const rule of trimmed) await this.#trim(trx, rule);
      if (evaluated.length > 0)
        await trx
          .deleteFrom("rule_inputs")
          .where("seq", "in", [...evaluated])
          .execute();
      if (unseen.length > 0) await removeUnseen(trx, unseen);
      return isThere;
    });
  }

  protected async note(trx: Trx, position: number): Promise<void> {
    const note = trx
      .insertInto("rule_progress")
      .values({ id: progressRow, position })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ position }));
    await trx.executeQuery(withNext(this.#db.kind, note.compile()));
  }

  /** A device or a rule may be gone since it was looked at; what was decided of it goes nowhere. */
  async #whatIsThere(trx: Trx, all: readonly RuleOfDevice[]): Promise<(of: RuleOfDevice) => boolean> {
    if (all.length === 0) return () => true;
    const devices = new Set(all.map(({ deviceId }) => deviceId));
    const rules = new Set(all.map(({ ruleId }) => ruleId));
    const gone = await (this.#db.kind === "sqlite" ? goneAmong(trx, devices, rules) : goneOrHeld(trx, devices, rules));
    return ({ ruleId, deviceId }) => !gone.has(deviceId) && !gone.has(ruleId);
  }

  async #writeStates(trx: Trx, states: readonly StoredState[]): Promise<void> {
    if (states.length === 0) return;
    const { rule_id, device_id, ...decided } = stateColumns;
    const write = sql`insert into rule_states (${columnsOf(stateColumns)})
      select ${givenOf(stateColumns)} from ${jsonRows(this.#db.kind, stateColumns, states.map(stateRow))} where true
      on conflict (rule_id, device_id) do update set ${setOf(Object.keys(decided), "excluded")}`;
    await trx.executeQuery(withNext(this.#db.kind, write.compile(trx)));
  }

  async #writeTransitions(trx: Trx, transitions: Decided["transitions"]): Promise<void> {
    if (transitions.length === 0) return;
    const rows = transitions.map(transitionRow);
    const write = sql`insert into rule_transitions (${columnsOf(transitionColumns)})
      select ${givenOf(transitionColumns)} from ${jsonRows(this.#db.kind, transitionColumns, rows)}`;
    await trx.executeQuery(withNext(this.#db.kind, write.compile(trx)));
  }

  /** What was done for the oldest goes before them: they say how long ago that was. */
  async #trim(trx: Trx, rule: RuleId): Promise<void> {
    const kept = this.#transitionsPerRule;
    const beyond = (column: "seq" | "time") =>
      sql`(select ${sql.ref(column)} from rule_transitions where rule_id = ${rule} order by seq desc limit 1 offset ${kept})`;
    const actions = sql`delete from rule_actions where rule_id = ${rule} and time < ${beyond("time")} and next_attempt is null`;
    const transitions = sql`delete from rule_transitions where rule_id = ${rule} and seq <= ${beyond("seq")}`;
    for (const each of [actions, transitions]) await trx.executeQuery(withNext(this.#db.kind, each.compile(trx)));
  }

  async left(atMost: number): Promise<readonly LeftState[]> {
    const ended = this.#db.read.selectFrom("rules").select("id").where("mode", "in", ["OFF", deleted]);
    const rows = await this.#db.read
      .selectFrom("rule_states")
      .innerJoin("rules", "rules.id", "rule_states.rule_id")
      .select(["rule_id", "device_id", "tenant_id", "alarm_type"])
      .where("rule_id", "in", ended) // few of many: their states are found by the key
      .limit(atMost)
      .execute();
    return rows.map((row) => ({
      ruleId: row.rule_id as RuleId,
      deviceId: row.device_id as DeviceId,
      tenantId: row.tenant_id as TenantId,
      alarmType: row.alarm_type,
    }));
  }

  async failureAlarms(after: AlarmId | undefined, atMost: number): Promise<readonly FailureAlarm[]> {
    const found: FailureAlarm[] = [];
    for (const prefix of failureTypes) found.push(...(await this.#openBeginningWith(prefix, after, atMost)));
    return found.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, atMost);
  }

  /** By tenant and type, for which there is an index; in the order of the ids all alarms would be looked through. */
  async #openBeginningWith(
    prefix: string,
    after: AlarmId | undefined,
    atMost: number,
  ): Promise<readonly FailureAlarm[]> {
    const { kind, read } = this.#db;
    const rows = await read
      .selectFrom("alarms")
      .select(["id", "tenant_id", "originator_id", "type", "details"])
      .where("tenant_id", "in", (tenants) => tenants.selectFrom("tenants").select("id"))
      .where("type", ">=", prefix)
      .where("type", "<", behind(prefix))
      .where("cleared", "=", 0)
      .$if(after !== undefined, (all) => all.where("id", ">", after ?? ""))
      .orderBy(kind === "sqlite" ? sql`+id` : sql`id`)
      .limit(atMost)
      .execute();
    return rows.map((row) => ({
      id: row.id as AlarmId,
      tenantId: row.tenant_id as TenantId,
      deviceId: row.originator_id as DeviceId,
      type: row.type,
      details: row.details === null ? null : parseJsonText(row.details),
    }));
  }

  async removeDeleted(): Promise<void> {
    await this.#db.write
      .deleteFrom("rules")
      .where("mode", "=", deleted)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("rule_states").select("rule_id").whereRef("rule_id", "=", "rules.id"))),
      )
      .where(({ not, exists, selectFrom }) => {
        const waiting = selectFrom("rule_actions").select("rule_id").where("next_attempt", "is not", null);
        return not(exists(waiting.whereRef("rule_id", "=", "rules.id")));
      })
      .execute();
  }
}

async function forget(trx: Trx, rule: RuleId, device: DeviceId): Promise<void> {
  await trx.deleteFrom("rule_states").where("rule_id", "=", rule).where("device_id", "=", device).execute();
}

/** Nobody else writes before the transaction ends. Nearly always there are none, so that is what is asked. */
async function goneAmong(
  trx: Trx,
  devices: ReadonlySet<string>,
  rules: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select value as id from json_each(${JSON.stringify([...devices])}) where not exists (select 1 from devices where id = value)
    union all
    select value as id from json_each(${JSON.stringify([...rules])}) where not exists (select 1 from rules where id = value)`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those that are there are held until the transaction ends: nobody removes them in between. */
async function goneOrHeld(
  trx: Trx,
  devices: ReadonlySet<string>,
  rules: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const there = [...(await held(trx, "devices", devices)), ...(await held(trx, "rules", rules))];
  return new Set([...devices, ...rules]).difference(new Set(there));
}

async function held(trx: Trx, table: "devices" | "rules", ids: ReadonlySet<string>): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom(table)
    .select("id")
    .where(isOneOf("postgres", sql`id`, [...ids]))
    .orderBy("id")
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}
