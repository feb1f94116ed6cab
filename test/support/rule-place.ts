import type { RuleDefinition } from "@heliograph/contract";
import { expect } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAlarmCommentStore } from "../../server/src/adapters/sql/stores/alarm-comment-store.ts";
import { SqlAlarmStore } from "../../server/src/adapters/sql/stores/alarm-store.ts";
import { SqlAttributeStore } from "../../server/src/adapters/sql/stores/attribute-store.ts";
import { SqlCommandStore } from "../../server/src/adapters/sql/stores/command-store.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { SqlLiveRuleStore } from "../../server/src/adapters/sql/stores/live-rule-store.ts";
import { SqlRuleActionStore } from "../../server/src/adapters/sql/stores/rule-action-store.ts";
import { SqlRuleInputStore } from "../../server/src/adapters/sql/stores/rule-input-store.ts";
import { RuleInputNotes } from "../../server/src/adapters/sql/stores/rule-inputs.ts";
import { SqlRuleStore } from "../../server/src/adapters/sql/stores/rule-store.ts";
import { AlarmComments, Alarms } from "../../server/src/core/alarms/index.ts";
import type { Transactions } from "../../server/src/core/changes/index.ts";
import { ActionPlan, HopMarks, Listening, LiveRules, type Rule } from "../../server/src/core/rules/index.ts";
import { IdSet } from "../../server/src/kernel/id-set.ts";
import { type CommandId, type DeviceId, type FileId, newId, type RuleId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { noAudit } from "./no-audit.ts";
import { PointsInMemory } from "./points-in-memory.ts";
import type { StoredTestDevice } from "./stored-device.ts";

const limits = {
  ...{ perTenant: 1_000, openPerDevice: 100, detailsBytes: 2_000, commentsPerAlarm: 3, windowsPerTenant: 10 },
  retentionMs: 1_000,
};
const noon = Date.UTC(2026, 10, 20, 12);

/** Rules that look at more than points, with the stores whose changes they are told of: all that outlives a node. */
export class RulePlace {
  readonly database: Database;
  readonly device: StoredTestDevice;
  readonly points = new PointsInMemory(noon);
  readonly failures: unknown[] = [];
  readonly listening = new Listening();
  readonly notes: RuleInputNotes;
  readonly attributes: SqlAttributeStore;
  readonly commands: SqlCommandStore;
  readonly files: SqlFileStore;
  readonly devices: SqlDeviceStore;
  readonly alarms: Alarms;
  members: readonly DeviceId[] = [];
  readonly #book: SqlRuleStore;
  #node: LiveRules | undefined;

  constructor(database: Database, device: StoredTestDevice, waitingAtMost = 1_000) {
    this.database = database;
    this.device = device;
    const { clock } = this.points;
    this.notes = new RuleInputNotes(database, this.listening, waitingAtMost, clock);
    this.#book = new SqlRuleStore(database);
    this.attributes = new SqlAttributeStore(database, 100, [], () => 0, this.notes);
    this.commands = new SqlCommandStore(database, this.notes);
    this.files = new SqlFileStore(database, this.notes);
    this.devices = new SqlDeviceStore(database, clock, undefined, this.notes);
    this.alarms = this.#alarms();
  }

  #alarms(): Alarms {
    const { clock } = this.points;
    const store = new SqlAlarmStore(this.database);
    const events = new LocalBus(() => undefined);
    const shared = { transactions: new SqlTransactions(this.database), events, clock, audit: noAudit };
    const comments = new AlarmComments(
      { ...shared, store: new SqlAlarmCommentStore(this.database), alarms: store },
      limits.commentsPerAlarm,
    );
    const onOpen = (of: { tenantId: Rule["tenantId"]; originator: { id: DeviceId }; type: string }, isOpen: boolean) =>
      this.notes.note({
        ...{ tenantId: of.tenantId, deviceId: of.originator.id, kind: "ALARM", name: of.type },
        ...{ value: isOpen, before: !isOpen },
      });
    return new Alarms({ ...shared, store, comments, onOpen }, limits);
  }

  /** `mayStore` is asked before each transaction of the rules: where it says no, the node is as good as dead. */
  async start(mayStore: () => boolean = () => true): Promise<LiveRules> {
    const { database, points, failures, alarms, listening } = this;
    const dead = Promise.withResolvers<void>();
    const isAlive = () => {
      if (mayStore()) return true;
      dead.resolve();
      return false;
    };
    const rules = new LiveRules(
      {
        ...{ points, log: points, clock: points.clock, alarms, hops: new HopMarks(), listening },
        inputs: new SqlRuleInputStore(database),
        members: async () => IdSet.of(this.members),
        actions: new ActionPlan(
          { store: new SqlRuleActionStore(database), clock: points.clock, wake: () => undefined },
          { perHour: 60, hops: 5, waitingPerTenant: 1_000, spanMs: 60_000 },
        ),
        store: new SqlLiveRuleStore(database, 1_000),
        transactions: dying(new SqlTransactions(database), isAlive),
        onFailure: (error) => void failures.push(error),
      },
      1_000,
    );
    this.#node = rules;
    await Promise.race([rules.start(), dead.promise]);
    return rules;
  }

  /** What is not stored by now is lost with it. */
  async end(): Promise<void> {
    await this.points.unfollow();
    await this.#node?.stop();
    this.#node = undefined;
  }

  rule(definition: Partial<RuleDefinition> & Pick<RuleDefinition, "inputs">, changes: Partial<Rule> = {}): Rule {
    const { id, tenantId } = this.device;
    const own = { scope: { kind: "DEVICE" as const, deviceIds: [id] }, steps: [], actions: [], alarmType: "Alarm" };
    const times = { createdTime: epochMs(1), updatedTime: epochMs(1) };
    const head = { id: newId<RuleId>(), tenantId, name: "Rule", description: null, mode: "LIVE" as const, version: 1 };
    return { ...head, ...times, definition: { ...own, ...definition }, ...changes };
  }

  async add(rule: Rule): Promise<Rule> {
    await this.#book.insert(rule, { position: this.#node?.position ?? 0, savedBy: null });
    this.#node?.changed();
    return rule;
  }

  async change(rule: Rule, changes: Partial<Rule>): Promise<Rule> {
    const after = { ...rule, ...changes, version: rule.version + 1 };
    expect(await this.#book.update(after, { position: this.#node?.position ?? 0, savedBy: null }, 10)).toBe("updated");
    this.#node?.changed();
    return after;
  }

  send(value: number, key = "temp"): void {
    this.points.now += 100;
    this.points.send(this.device.id, [{ key, ts: this.points.clock(), value }]);
  }

  /** A server attribute; undefined removes it. */
  async set(key: string, value: string | number | boolean | undefined): Promise<void> {
    this.points.now += 100;
    const { id: deviceId, tenantId } = this.device;
    const values = new Map(value === undefined ? [] : [[key, value] as const]);
    const deleted = value === undefined ? [key] : [];
    const change = { tenantId, deviceId, scope: "SERVER_SCOPE" as const, time: this.points.clock(), values, deleted };
    expect(await this.attributes.apply(change)).toMatchObject({ outcome: "applied" });
  }

  async announce(active: boolean): Promise<void> {
    this.points.now += 100;
    await this.devices.recordActivity(new Map([[this.device.id, { time: this.points.clock(), active }]]));
  }

  async raise(type: string): Promise<void> {
    this.points.now += 100;
    const { tenantId, id } = this.device;
    const originator = { type: "DEVICE" as const, id };
    await this.alarms.raise({ tenantId, originator, type, severity: "MINOR", endTs: this.points.clock() });
  }

  async clear(type: string): Promise<void> {
    this.points.now += 100;
    const { tenantId, id } = this.device;
    await this.alarms.clear({ tenantId, originator: { type: "DEVICE", id }, type, ts: this.points.clock() });
  }

  /** A file comes; with `processing`, what reading it brought. */
  async bring(name: string, tag: string, processing?: "DONE" | "FAILED"): Promise<void> {
    this.points.now += 100;
    const sha256 = name.padEnd(64, "0");
    const time = this.points.clock();
    const id = newId<FileId>();
    const findings = {
      ...{ processing: "PENDING" as const, error: null, startTime: null, endTime: null },
      ...{ channelCount: null, sampleCount: null },
    };
    const listed = { size: null, startTime: null, endTime: null, listing: null };
    const held = { status: 2 as const, createdTime: time, listed, content: { sha256, size: 1, receivedTime: time } };
    await this.files.change(this.device.id, [{ tag, name }], () => ({
      ...{ id, deviceId: this.device.id, tag, name, findings },
      ...held,
    }));
    if (!processing) return;
    this.points.now += 100;
    await this.files.setFindings(id, sha256, { ...findings, processing });
  }

  /** A call that is queued, handed out and answered. */
  async call(succeeded: boolean): Promise<void> {
    const { id: deviceId } = this.device;
    const time = () => {
      this.points.now += 100;
      return this.points.clock();
    };
    const body = { type: "RPC" as const, method: "m", params: "{}", oneway: false };
    const own = { id: newId<CommandId>(), deviceId, body, createdBy: "tester", expiresTime: null, timeoutMs: null };
    const added = await this.commands.add({ ...own, createdTime: time() }, 100);
    if (!("command" in added)) throw new Error(added.outcome);
    await this.commands.take({ deviceId, types: ["RPC"], limit: 1, now: time(), timeoutMs: 60_000 });
    await this.commands.answer(deviceId, added.command.messageId, ["RPC"], { succeeded, text: "" }, time());
  }

  /** What happened, as it is stored, in order: `from to occasion values`. */
  async told(): Promise<string[]> {
    const rows = await this.database.read.selectFrom("rule_transitions").select("body").orderBy("seq").execute();
    return rows.map(({ body }) => {
      const { from, to, occasion, values } = JSON.parse(body);
      return `${from} ${to} ${occasion} ${JSON.stringify(values)}`;
    });
  }

  /** From phase to phase. */
  async moves(): Promise<string[]> {
    return (await this.told()).map((line) => line.split(" ").slice(0, 2).join(" "));
  }

  async openAlarms(): Promise<string[]> {
    const open = this.database.read.selectFrom("alarms").select("type").where("cleared", "=", 0).orderBy("type");
    return (await open.execute()).map(({ type }) => type);
  }

  async waiting(): Promise<number> {
    return (await this.database.read.selectFrom("rule_inputs").select("seq").execute()).length;
  }
}

const dying = (inner: Transactions, isAlive: () => boolean): Transactions => ({
  run: (work) => (isAlive() ? inner.run(work) : Promise.reject(new Error("killed"))),
  afterCommit: (tell) => inner.afterCommit(tell),
});
