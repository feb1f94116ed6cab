import { setImmediate as immediate } from "node:timers/promises";
import type { RuleDefinition } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAlarmCommentStore } from "../../server/src/adapters/sql/stores/alarm-comment-store.ts";
import { SqlAlarmStore } from "../../server/src/adapters/sql/stores/alarm-store.ts";
import { SqlLiveRuleStore } from "../../server/src/adapters/sql/stores/live-rule-store.ts";
import { SqlRuleActionStore } from "../../server/src/adapters/sql/stores/rule-action-store.ts";
import { SqlRuleStore } from "../../server/src/adapters/sql/stores/rule-store.ts";
import { AlarmComments, Alarms } from "../../server/src/core/alarms/index.ts";
import type { Transactions } from "../../server/src/core/changes/index.ts";
import { ActionPlan, HopMarks, LiveRules, type Rule } from "../../server/src/core/rules/index.ts";
import { newId, type ProjectId, type RuleId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";
import { PointsInMemory } from "../support/points-in-memory.ts";
import { onlyPoints } from "../support/rules-of-points.ts";
import { type StoredTestDevice, storedDevice } from "../support/stored-device.ts";

const limits = {
  perTenant: 1_000,
  openPerDevice: 100,
  detailsBytes: 2_000,
  commentsPerAlarm: 3,
  windowsPerTenant: 10,
  retentionMs: 1_000,
};
const noon = Date.UTC(2026, 10, 20, 12);
const fewTransitions = 10;

const above = (input: string, value: number) => ({ kind: "COMPARE", input, comparison: "GREATER", value }) as const;

const hot = (device: StoredTestDevice, changes: Partial<RuleDefinition> = {}): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: [device.id] },
  inputs: [
    { kind: "TELEMETRY", name: "temp", key: "temp" },
    { kind: "TELEMETRY", name: "mean", key: "temp", window: { function: "AVG", overMs: 5_000 } },
  ],
  steps: [
    {
      severity: "MAJOR",
      when: { kind: "ALL", conditions: [above("temp", 80), above("mean", 60)] },
      for: { count: 2 },
    },
  ],
  alarmType: "Hot",
  actions: [],
  ...changes,
});

const atOnce = (limit: number) => ({ steps: [{ severity: "MAJOR" as const, when: above("temp", limit) }] });

const ruleOf = (device: StoredTestDevice, definition: RuleDefinition, changes: Partial<Rule> = {}): Rule => ({
  id: newId<RuleId>(),
  tenantId: device.tenantId,
  name: "Hot",
  description: null,
  mode: "LIVE",
  version: 1,
  definition,
  createdTime: epochMs(1),
  updatedTime: epochMs(1),
  ...changes,
});

/** Everything that outlives a node: the entities, and the points. */
class Place {
  readonly database: Database;
  readonly device: StoredTestDevice;
  readonly points = new PointsInMemory(noon);
  readonly failures: unknown[] = [];
  transitionsPerRule = 1_000;
  readonly #book: SqlRuleStore;
  #node: LiveRules | undefined;

  constructor(database: Database, device: StoredTestDevice) {
    this.database = database;
    this.device = device;
    this.#book = new SqlRuleStore(database);
  }

  /** `mayStore` is asked before each transaction; where it says no, the node is as good as dead, perhaps while it starts. */
  async start(mayStore: () => boolean = () => true): Promise<LiveRules> {
    const { database, points, failures, transitionsPerRule } = this;
    const dead = Promise.withResolvers<void>();
    const mayNot = () => {
      dead.resolve();
      return false;
    };
    const rules = new LiveRules(
      {
        ...{ points, log: points, clock: points.clock, alarms: this.alarms(), hops: new HopMarks() },
        ...onlyPoints(database),
        actions: new ActionPlan(
          { store: new SqlRuleActionStore(database), clock: points.clock, wake: () => undefined },
          { perHour: 60, hops: 5, waitingPerTenant: 1_000, spanMs: 60_000 },
        ),
        store: new SqlLiveRuleStore(database, transitionsPerRule),
        transactions: new DyingTransactions(new SqlTransactions(database), () => mayStore() || mayNot()),
        onFailure: (error) => void failures.push(error),
      },
      transitionsPerRule,
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

  send(...values: number[]): void {
    for (const value of values) {
      this.points.now += 100;
      this.points.send(this.device.id, [{ key: "temp", ts: this.points.clock(), value }]);
    }
  }

  /** As a node sees time pass: it looks several times a second, and takes nobody for silent while it stands still. */
  async wait(ms: number, node: LiveRules): Promise<void> {
    for (let left = ms; left > 0; left -= 4_000) {
      this.points.now += Math.min(left, 4_000);
      await node.settled();
    }
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

  async remove(rule: Rule): Promise<void> {
    await this.#book.remove(rule, { position: this.#node?.position ?? 0, savedBy: null }, this.points.clock());
    this.#node?.changed();
  }

  alarms(): Alarms {
    const transactions = new SqlTransactions(this.database);
    const events = new LocalBus(() => undefined);
    const store = new SqlAlarmStore(this.database);
    const shared = { transactions, events, clock: this.points.clock, audit: noAudit };
    const comments = new AlarmComments(
      { ...shared, store: new SqlAlarmCommentStore(this.database), alarms: store },
      limits.commentsPerAlarm,
    );
    return new Alarms({ ...shared, store, comments }, limits);
  }

  /** What happened, as it is stored, in order. */
  async transitions(): Promise<string[]> {
    const rows = await this.database.read.selectFrom("rule_transitions").select("body").orderBy("seq").execute();
    return rows.map(({ body }) => {
      const { from, to, ts, occasion, values } = JSON.parse(body);
      return `${ts} ${from} ${to} ${occasion} ${JSON.stringify(values)}`;
    });
  }

  /** Without when and why. */
  async moves(): Promise<string[]> {
    return (await this.transitions()).map((line) => line.split(" ").slice(1, 4).join(" "));
  }

  async openAlarms(): Promise<number> {
    const rows = await this.database.read.selectFrom("alarms").select("id").where("cleared", "=", 0).execute();
    return rows.length;
  }
}

class DyingTransactions implements Transactions {
  readonly #inner: Transactions;
  readonly #mayStore: () => boolean;

  constructor(inner: Transactions, mayStore: () => boolean) {
    this.#inner = inner;
    this.#mayStore = mayStore;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#mayStore() ? this.#inner.run(work) : Promise.reject(new Error("killed"));
  }

  afterCommit(tell: () => void): void {
    this.#inner.afterCommit(tell);
  }
}

onEveryDatabase("Live rules", (open) => {
  async function arrange(): Promise<Place> {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const place = new Place(database, await storedDevice(database));
    onTestFinished(async () => {
      await place.end();
      await dispose();
    });
    return place;
  }

  test("[RUL3] a point raises an alarm, another one clears it; both are stored with what they followed from", async () => {
    const place = await arrange();
    await place.add(ruleOf(place.device, hot(place.device)));
    const rules = await place.start();

    place.send(85, 86);
    await rules.settled();
    const raised = await place.openAlarms();
    place.send(20);
    await rules.settled();

    expect(raised).toBe(1);
    expect(await place.openAlarms()).toBe(0);
    expect(await place.moves()).toEqual(["NORMAL PENDING null", "PENDING ACTIVE RAISED", "ACTIVE NORMAL CLEARED"]);
    expect(place.failures).toEqual([]);
  });

  test("[RUL3] points that somebody writes inside a transaction are judged outside of it: what follows is stored, and once", async () => {
    const place = await arrange();
    await place.add(ruleOf(place.device, hot(place.device)));
    const rules = await place.start();
    const transactions = new SqlTransactions(place.database);

    const writing = transactions.run(async () => {
      place.send(85, 86);
      for (let turn = 0; turn < 300 && (await place.moves()).length === 0; turn++) await immediate();
      throw new Error("the job is done again");
    });
    await expect(writing).rejects.toThrow("done again");
    await rules.settled();

    expect(await place.moves()).toEqual(["NORMAL PENDING null", "PENDING ACTIVE RAISED"]);
    expect(await place.openAlarms()).toBe(1);
    expect(place.failures).toEqual([]);
  });

  test("[RUL5] a rule says at how many devices it fires and when it last did, to whom these are within reach", async () => {
    const place = await arrange();
    const { id } = await place.add(ruleOf(place.device, hot(place.device)));
    const book = new SqlRuleStore(place.database);
    const activity = async (projects: "all" | ReadonlySet<ProjectId> = "all") =>
      (await book.activities([id as RuleId], projects)).get(id as RuleId);
    const rules = await place.start();
    const before = await activity();
    place.send(85, 86);
    await rules.settled();
    const raisedAt = place.points.clock();
    const raised = await activity();
    place.send(20);
    await rules.settled();

    expect(before).toEqual({ firing: 0, lastFired: null });
    expect(raised).toEqual({ firing: 1, lastFired: raisedAt });
    expect(await activity()).toEqual({ firing: 0, lastFired: raisedAt });
    expect(await activity(new Set())).toEqual({ firing: 0, lastFired: null });
  });

  test("[RUL3] killed at any moment, it comes to the same transitions as without", async () => {
    const values = Array.from({ length: 60 }, (_, at) => (at % 7 < 4 ? 85 + (at % 3) : 20 + ((at * 5) % 50)));
    const undisturbed = await run(await arrange(), values, [Number.POSITIVE_INFINITY], values.length);
    const disturbed = await run(await arrange(), values, [0, 2, 1, 3, 1, 2, 4], 5);

    expect(undisturbed.transitions.length).toBeGreaterThan(10);
    expect(disturbed).toEqual(undisturbed);
  });

  /** Lives of a node one after the other: each takes some points, and can store so often before it is as good as dead. */
  async function run(place: Place, values: readonly number[], stores: readonly number[], perLife: number) {
    await place.add(ruleOf(place.device, hot(place.device)));
    for (let from = 0, life = 0; from < values.length; from += perLife, life++) {
      let left = stores[life % stores.length] ?? 1;
      const rules = await place.start(() => left-- > 0);
      for (const value of values.slice(from, from + perLife)) {
        place.send(value);
        await new Promise(setImmediate); // some are stored by themselves, others with their neighbours
      }
      if (left === Number.POSITIVE_INFINITY) await rules.settled();
      await place.end();
    }
    await (await place.start()).settled();
    const told = { transitions: await place.transitions(), openAlarms: await place.openAlarms() };
    await place.end();
    return told;
  }

  test("[RUL5] in shadow it decides and does nothing; off it does not decide", async () => {
    const place = await arrange();
    await place.add(ruleOf(place.device, hot(place.device), { mode: "SHADOW" }));
    await place.add(ruleOf(place.device, hot(place.device), { mode: "OFF", name: "off" }));
    const rules = await place.start();

    place.send(90, 90, 90);
    await rules.settled();

    expect(await place.transitions()).toHaveLength(2);
    expect(await place.openAlarms()).toBe(0);
  });

  test("[RUL3] what fell due while the node was down is done at the start; silence is counted anew", async () => {
    const place = await arrange();
    const steps = [{ severity: "MAJOR" as const, when: above("temp", 80), for: { ms: 1_000 } }];
    await place.add(ruleOf(place.device, hot(place.device, { steps })));
    await place.add(ruleOf(place.device, hot(place.device, silent), { name: "silent" }));
    const first = await place.start();
    place.send(85);
    await first.settled();
    await place.end();

    place.points.now += 3_600_000;
    const second = await place.start();
    await second.settled();
    const atStart = await place.moves();
    await place.wait(61_000, second);

    expect(atStart).toEqual(["NORMAL PENDING null", "PENDING ACTIVE RAISED"]);
    expect((await place.moves()).slice(2)).toEqual(["NORMAL ACTIVE RAISED"]);
  });

  const silent: Partial<RuleDefinition> = {
    steps: [],
    noData: { afterMs: 60_000, policy: "RAISE", severity: "WARNING" },
    alarmType: "Silent",
  };

  test("[RUL3] a device of which only the timer was known has all of its rules with the next point", async () => {
    const place = await arrange();
    const steps = [{ severity: "MAJOR" as const, when: above("temp", 80), for: { ms: 1_000 } }];
    const held = await place.add(ruleOf(place.device, hot(place.device, { steps, alarmType: "Held" })));
    await place.add(ruleOf(place.device, hot(place.device), { name: "counted" }));
    const first = await place.start();
    place.send(85);
    await first.settled();
    await place.end();
    const second = await place.start();
    await second.settled(); // watches the first rule, and has no need to know the other
    place.send(85);
    await second.settled();
    await place.change(held, { mode: "OFF" });
    place.send(20, 20);
    await second.settled();

    expect(await place.moves()).toEqual([
      "NORMAL PENDING null",
      "NORMAL PENDING null",
      "PENDING ACTIVE RAISED",
      "ACTIVE NORMAL CLEARED",
    ]);
    expect(await place.openAlarms()).toBe(0);
  });

  test("[RUL3] a node that dies twice before it evaluated anything was away, and no device was silent", async () => {
    const place = await arrange();
    await place.add(ruleOf(place.device, hot(place.device, silent)));
    let isAlive = false;
    await place.start(() => isAlive);
    place.send(...Array.from({ length: 300 }, () => 20)); // more than are evaluated in one go
    await place.end();
    place.points.now += 3_600_000;
    isAlive = true;
    await place.start(() => isAlive);
    isAlive = false;
    place.send(20);
    await place.end();
    place.points.now += 3_600_000;

    const last = await place.start();
    await last.settled();
    const told = await place.moves();
    await place.wait(61_000, last);

    expect(told).toEqual([]);
    expect(await place.moves()).toEqual(["NORMAL ACTIVE RAISED"]);
  });

  test("[RUL3] a point that was there before its rule was changed is judged by the rule it came to, also after a crash", async () => {
    const place = await arrange();
    const rule = await place.add(ruleOf(place.device, hot(place.device, atOnce(80))));
    let isAlive = true;
    await place.start(() => isAlive);
    isAlive = false;
    place.send(90);
    const changed = await place.change(rule, { definition: hot(place.device, atOnce(200)) });
    place.send(150);
    await place.change(changed, { definition: hot(place.device, atOnce(100)) });
    place.send(150);
    await place.end();

    await (await place.start()).settled();

    expect(await place.moves()).toEqual(["NORMAL ACTIVE RAISED", "ACTIVE NORMAL CLEARED", "NORMAL ACTIVE RAISED"]);
  });

  test("[RUL3] while the node runs, points that wait are judged by the rule they came to", async () => {
    const place = await arrange();
    const rule = await place.add(ruleOf(place.device, hot(place.device, atOnce(80))));
    const rules = await place.start();

    place.send(90);
    await place.change(rule, { definition: hot(place.device, atOnce(200)) });
    place.send(91);
    await rules.settled();

    expect(await place.moves()).toEqual(["NORMAL ACTIVE RAISED", "ACTIVE NORMAL CLEARED"]);
    expect(await place.openAlarms()).toBe(0);
  });

  test("[RUL3] a point that is sent again, as its answer was lost, counts once, whenever the node is killed", async () => {
    const place = await arrange();
    await place.add(ruleOf(place.device, hot(place.device)));
    let isAlive = true;
    const first = await place.start();
    place.send(90);
    await first.settled();
    await place.end();
    await place.start(() => isAlive);
    isAlive = false;
    place.points.send(place.device.id, [{ key: "temp", ts: place.points.clock(), value: 90 }]);
    await place.end();

    await (await place.start()).settled();

    expect(await place.moves()).toEqual(["NORMAL PENDING null"]);
  });

  test("[RUL2] somebody who clears the alarm is heard, and the rule begins anew", async () => {
    const place = await arrange();
    await place.add(ruleOf(place.device, hot(place.device, { latch: true })));
    const rules = await place.start();
    place.send(90, 90);
    await rules.settled();
    const { tenantId, id } = place.device;
    await place.alarms().clear({ tenantId, originator: { type: "DEVICE", id }, type: "Hot", ts: epochMs(noon * 2) });

    rules.alarmEnded(id);
    await rules.settled();

    expect((await place.moves()).at(-1)).toBe("ACTIVE NORMAL null");
  });

  test("[RUL1] a rule that is made while points arrive is in force from then on; one whose device is gone stops nothing", async () => {
    const place = await arrange();
    const rules = await place.start();
    place.send(90);
    await place.add(ruleOf(place.device, hot(place.device)));
    place.send(90, 90);
    await rules.settled();
    const made = await place.transitions();
    await place.device.remove();
    place.send(10);
    await rules.settled();

    expect(made).toHaveLength(2);
    expect(await place.transitions()).toEqual([]);
    expect(place.failures).toEqual([]);
  });

  test.each<[string, (place: Place, rule: Rule) => Promise<unknown>]>([
    ["is switched off", (place, rule) => place.change(rule, { mode: "OFF" })],
    ["only decides from now on", (place, rule) => place.change(rule, { mode: "SHADOW" })],
    ["is deleted", (place, rule) => place.remove(rule)],
    [
      "is for other devices",
      (place, rule) => {
        const scope = { kind: "DEVICE" as const, deviceIds: [newId<RuleId>() as string] };
        return place.change(rule, { definition: hot(place.device, { ...atOnce(80), scope }) });
      },
    ],
  ])("[RUL5] the alarm of a rule that %s is cleared, once", async (_, act) => {
    const place = await arrange();
    const rule = await place.add(ruleOf(place.device, hot(place.device, atOnce(80))));
    const rules = await place.start();
    place.send(90);
    await rules.settled();
    const before = await place.openAlarms();

    await act(place, rule);
    await rules.settled();

    expect([before, await place.openAlarms()]).toEqual([1, 0]);
    expect(place.failures).toEqual([]);
  });

  test("[RUL3, RUL5] rows of a rule and of a state that a hand has spoiled concern nobody else, and are shown", async () => {
    const place = await arrange();
    const [noRule, noState, sound] = [
      await place.add(ruleOf(place.device, hot(place.device, atOnce(80)), { name: "no rule" })),
      await place.add(ruleOf(place.device, hot(place.device, { ...atOnce(80), alarmType: "B" }), { name: "no state" })),
      await place.add(ruleOf(place.device, hot(place.device, { ...atOnce(80), alarmType: "C" }), { name: "sound" })),
    ];
    const first = await place.start();
    place.send(90);
    await first.settled();
    await place.end();
    const spoiled = async (
      table: "rule_versions" | "rules" | "rule_states",
      column: string,
      where: string,
      id: RuleId,
    ) =>
      sql`update ${sql.ref(table)} set ${sql.ref(column)} = '{' where ${sql.ref(where)} = ${id}`.execute(
        place.database.write,
      );
    await spoiled("rules", "definition", "id", noRule.id);
    await spoiled("rule_versions", "definition", "rule_id", noRule.id);
    await spoiled("rule_states", "state", "rule_id", noState.id);

    const second = await place.start();
    place.send(20);
    await second.settled();

    expect((await place.moves()).filter((line) => line === "ACTIVE NORMAL CLEARED")).toHaveLength(2);
    expect([noRule, noState, sound].map((rule) => second.faultOf(rule)?.code)).toEqual([
      "RULE_NOT_COMPILED",
      "RULE_NOT_EVALUATED",
      undefined,
    ]);
    expect(await new SqlRuleStore(place.database).list(place.device.tenantId)).toHaveLength(3);
  });

  test("[RUL5] so many transitions of a rule are kept, and a tenth more", async () => {
    const place = await arrange();
    place.transitionsPerRule = fewTransitions;
    await place.add(ruleOf(place.device, hot(place.device, atOnce(80))));
    const rules = await place.start();

    for (let at = 0; at < 4; at++) {
      place.send(...Array.from({ length: 6 }, (_, point) => (point % 2 === 0 ? 90 : 10)));
      await rules.settled();
    }

    const kept = await place.transitions();
    expect(kept.length).toBeGreaterThanOrEqual(fewTransitions);
    expect(kept.length).toBeLessThanOrEqual(fewTransitions * 1.1 + 6);
  });
});
