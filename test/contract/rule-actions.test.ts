import type { RuleAction, RuleDefinition } from "@heliograph/contract";
import { expect, onTestFinished, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAlarmCommentStore } from "../../server/src/adapters/sql/stores/alarm-comment-store.ts";
import { SqlAlarmStore } from "../../server/src/adapters/sql/stores/alarm-store.ts";
import { SqlCommandStore } from "../../server/src/adapters/sql/stores/command-store.ts";
import { SqlLeaseStore } from "../../server/src/adapters/sql/stores/lease-store.ts";
import { SqlLiveRuleStore } from "../../server/src/adapters/sql/stores/live-rule-store.ts";
import { SqlRuleActionStore } from "../../server/src/adapters/sql/stores/rule-action-store.ts";
import { SqlRuleStore } from "../../server/src/adapters/sql/stores/rule-store.ts";
import { AlarmComments, Alarms } from "../../server/src/core/alarms/index.ts";
import type { Transactions } from "../../server/src/core/changes/index.ts";
import { Commands } from "../../server/src/core/commands/index.ts";
import { Lease } from "../../server/src/core/leases/index.ts";
import { Courier } from "../../server/src/core/outbox/index.ts";
import {
  ActionDelivery,
  type ActionLimits,
  ActionPlan,
  type ActionTaker,
  HopMarks,
  LiveRules,
  publishTelemetry,
  queueCommand,
  type Rule,
} from "../../server/src/core/rules/index.ts";
import { newId, type RuleId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { mostly } from "../support/at-length.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";
import { PointsInMemory } from "../support/points-in-memory.ts";
import { onlyPoints } from "../support/rules-of-points.ts";
import { type StoredTestDevice, storedDevice } from "../support/stored-device.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const alarmLimits = {
  ...{ perTenant: 1_000, openPerDevice: 100, detailsBytes: 2_000 },
  ...{ commentsPerAlarm: 3, windowsPerTenant: 10, retentionMs: 1_000 },
};
const limits: ActionLimits = { perHour: 60, hops: 3, waitingPerTenant: 100, spanMs: 86_400_000 };
const together = 100;
const courierLimits = {
  ...{ attempts: Number.POSITIVE_INFINITY, firstDelayMs: 10_000, longestDelayMs: 3_600_000 },
  ...{ atOnce: 4, perTenant: 1, together },
};
const waitingPerDevice = 9;
const off: RuleAction = { kind: "COMMAND", on: ["RAISED"], type: "SCPI", text: "OUTP OFF" };

/** A node with rules, and those who carry out what they do; time passes by hand. */
class Place {
  readonly database: Database;
  readonly device: StoredTestDevice;
  readonly points: PointsInMemory;
  readonly rules: LiveRules;
  readonly delivery: ActionDelivery;
  readonly failures: unknown[] = [];
  /** Transactions in which actions were carried out; how the next ones end can be said. */
  readonly carriedOut = { transactions: 0, ends: (): Promise<void> => Promise.resolve() };
  readonly #couriers: readonly Courier[];
  readonly #book: SqlRuleStore;
  readonly #alarms: Alarms;

  constructor(
    database: Database,
    device: StoredTestDevice,
    changes: Partial<ActionLimits> = {},
    points = new PointsInMemory(noon),
  ) {
    this.database = database;
    this.device = device;
    this.points = points;
    this.#book = new SqlRuleStore(database);
    const { clock } = this.points;
    const store = new SqlRuleActionStore(database);
    const shared = { transactions: new SqlTransactions(database), clock, audit: noAudit };
    const events = new LocalBus(() => undefined);
    const alarms = alarmsOn(database, { ...shared, events });
    this.#alarms = alarms;
    const hops = new HopMarks(store);
    const transactions = this.#counted(shared.transactions);
    this.delivery = new ActionDelivery({ ...shared, transactions, store, alarms });
    this.delivery.serve(
      queueCommand(
        new Commands(
          { ...shared, store: new SqlCommandStore(database), events },
          { answerTimeoutMs: 1, waitingPerDevice },
        ),
      ),
    );
    const append = async (...[device, batch]: Parameters<PointsInMemory["send"]>) => this.points.send(device, batch);
    this.delivery.serve(publishTelemetry({ store: { append }, audience: { offer: () => undefined } }, hops));
    const failed = (error: unknown) => void this.failures.push(error);
    this.#couriers = [this.delivery.outward, this.delivery.stored].map(
      (store, at) =>
        new Courier(
          {
            ...{ store, consumers: [this.delivery], sealer: { open: (body: string) => body }, clock },
            lease: new Lease({ store: new SqlLeaseStore(database), clock }, `rule-actions-${at}`, 10_000),
            log: { failed: () => undefined, givenUp: () => undefined, error: failed, goesOn: () => undefined },
          },
          courierLimits,
        ),
    );
    this.rules = new LiveRules(
      {
        ...{ ...shared, alarms, hops, points: this.points, log: this.points, onFailure: failed },
        ...onlyPoints(database),
        store: new SqlLiveRuleStore(database, 1_000),
        actions: new ActionPlan({ store, clock, wake: () => undefined }, { ...limits, ...changes }),
      },
      1_000,
    );
    this.delivery.isOver = (failure) => this.rules.isOver(failure);
  }

  #counted(inner: Transactions): Transactions {
    const { database, carriedOut } = this;
    return {
      afterCommit: (tell) => inner.afterCommit(tell),
      run: (work) => {
        if (database.running) return inner.run(work);
        carriedOut.transactions++;
        return inner.run(async () => {
          const result = await work();
          await carriedOut.ends();
          return result;
        });
      },
    };
  }

  async add(actions: RuleAction[], changes: Partial<RuleDefinition & { name: string; mode: Rule["mode"] }> = {}) {
    const { name = "Hot", mode = "LIVE", ...rest } = changes;
    const definition: RuleDefinition = {
      scope: { kind: "DEVICE", deviceIds: [this.device.id] },
      inputs: [{ kind: "TELEMETRY", name: "temp", key: "temp" }],
      steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "temp", comparison: "GREATER", value: 80 } }],
      actions,
      ...rest,
    };
    const times = { createdTime: epochMs(1), updatedTime: epochMs(1) };
    const head = { id: newId<RuleId>(), tenantId: this.device.tenantId, name, description: null, mode, version: 1 };
    const rule = { ...head, ...times, definition };
    await this.#book.insert(rule, { position: this.rules.position, savedBy: null });
    this.rules.changed();
    return rule;
  }

  async change(rule: Rule, changes: Partial<Rule>): Promise<void> {
    await this.#book.update(
      { ...rule, ...changes, version: rule.version + 1 },
      { position: this.rules.position, savedBy: null },
      10,
    );
    this.rules.changed();
  }

  async remove(rule: Rule): Promise<void> {
    await this.#book.remove(rule, { position: this.rules.position, savedBy: null }, this.points.clock());
    this.rules.changed();
  }

  async send(...values: number[]): Promise<void> {
    for (const value of values) {
      this.points.now += 100;
      this.points.send(this.device.id, [{ key: "temp", ts: this.points.clock(), value }]);
    }
    await this.rules.settled();
  }

  /** As somebody does who tells people. */
  async raise(type: string, details: object): Promise<void> {
    const { id, tenantId } = this.device;
    const at = this.points.clock();
    const of = { tenantId, originator: { type: "DEVICE" as const, id }, type, details };
    await this.#alarms.changeAll([{ kind: "raise", ...of, severity: "WARNING", startTs: at, endTs: at }]);
  }

  /** Carries out what is due, and what follows from it, until nothing does. */
  async carryOut(): Promise<void> {
    for (;;) {
      const before = await this.#unfinished();
      await this.#look();
      await expect.poll(async () => this.#isQuiet()).toBe(true);
      await this.rules.settled();
      if ((await this.#unfinished()) === before) return;
    }
  }

  /** What is due is carried out, and the node dies before it looks at what came of it. */
  async carryOutAndDie(): Promise<void> {
    await this.rules.stop();
    await expect.poll(async () => this.#isQuiet()).toBe(true);
    await this.points.unfollow();
  }

  /** The next test has the same database: a courier left awake would carry out what its rules ask for. */
  async end(): Promise<void> {
    await this.rules.stop();
    for (const courier of this.#couriers) await courier.start().stop();
  }

  async #look(): Promise<void> {
    for (const courier of this.#couriers) await courier.look();
  }

  /** Nothing is due, and nothing under way. */
  async #isQuiet(): Promise<boolean> {
    await this.#look();
    const { now } = this.points;
    const due = this.database.read.selectFrom("rule_actions").select("key").where("next_attempt", "<=", now);
    return (await due.execute()).length === 0;
  }

  async #unfinished(): Promise<string> {
    return JSON.stringify(await this.actions());
  }

  /** Of what fails, until people are told. */
  async failThrice(): Promise<void> {
    for (const waitMs of [0, 10_000, 20_000]) {
      this.points.now += waitMs;
      await this.carryOut();
    }
  }

  async actions(): Promise<string[]> {
    const rows = await this.database.read.selectFrom("rule_actions").selectAll().orderBy("seq").execute();
    return rows.map(({ kind, status, attempts, result }) => `${kind} ${status} ${attempts} ${result}`);
  }

  async commands(): Promise<number> {
    return (await this.database.read.selectFrom("commands").select("id").execute()).length;
  }

  async alarms(): Promise<string[]> {
    const rows = await this.database.read
      .selectFrom("alarms")
      .select(["type", "cleared"])
      .orderBy("created_time")
      .execute();
    return rows.map(({ type, cleared }) => `${type} ${Number(cleared) === 0 ? "open" : "cleared"}`);
  }
}

function alarmsOn(
  database: Database,
  shared: Omit<ConstructorParameters<typeof Alarms>[0], "store" | "comments"> & { readonly audit: typeof noAudit },
): Alarms {
  const store = new SqlAlarmStore(database);
  const comments = new AlarmComments({ ...shared, store: new SqlAlarmCommentStore(database), alarms: store }, 3);
  return new Alarms({ ...shared, store, comments }, alarmLimits);
}

onEveryDatabase("Actions of rules", (open) => {
  async function arrange(changes: Partial<ActionLimits> = {}): Promise<Place> {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const place = new Place(database, await storedDevice(database), changes);
    onTestFinished(async () => {
      await place.end();
      await dispose();
    });
    await place.rules.start();
    return place;
  }

  test("[RUL4] a transition queues a command, once, and says so; what is late, of another severity or in shadow does not", async () => {
    const place = await arrange();
    await place.add([off, { ...off, severities: ["CRITICAL"] }, { ...off, on: ["CLEARED"] }]);
    await place.add([off], { name: "shadow", mode: "SHADOW" });
    await place.add([off], { name: "late", inputs: [{ kind: "TELEMETRY", name: "temp", key: "old" }] });

    await place.send(90);
    place.points.send(place.device.id, [{ key: "old", ts: epochMs(noon - 7_200_000), value: 90 }]);
    await place.rules.settled();
    const stored = await place.actions();
    await place.carryOut();
    await place.carryOut();

    expect(stored).toEqual(["COMMAND WAITING 0 null", "COMMAND SKIPPED 0 it is late, or too long ago"]);
    expect((await place.actions())[0]).toMatch(/^COMMAND DONE 1 queued as /);
    expect(await place.commands()).toBe(1);
    expect(place.failures).toEqual([]);
  });

  test("[RUL4, RUL5] what fails is tried again, later each time, is an alarm of the rule, and ends it when it works", async () => {
    const place = await arrange();
    let isBroken = true;
    const told: string[] = [];
    const taker: ActionTaker<"WEBHOOK"> = {
      kind: "WEBHOOK",
      isStored: false,
      carryOut: async ({ key }) => {
        told.push(key);
        if (isBroken) throw new Error("no route to host");
        return "200 OK";
      },
    };
    place.delivery.serve(taker);
    await place.add([{ kind: "WEBHOOK", on: ["RAISED"], webhookId: newId<RuleId>() }]);
    await place.send(90);
    await place.failThrice();
    const failing = [await place.actions(), await place.alarms()];
    isBroken = false;
    place.points.now += 40_000;
    await place.carryOut();

    expect(failing).toEqual([["WEBHOOK WAITING 3 no route to host"], ["Rule failed: Hot open"]]);
    expect(await place.actions()).toEqual(["WEBHOOK DONE 4 200 OK"]);
    expect(await place.alarms()).toEqual(["Rule failed: Hot cleared"]);
    expect([told.length, new Set(told).size]).toEqual([4, 1]);
  });

  test("[RUL4, NTF1] what is only stored is done by the hundred in one transaction, each once", async () => {
    const place = await arrange({ waitingPerTenant: 1_000 });
    const told: string[] = [];
    place.delivery.serve({
      kind: "NOTIFY",
      isStored: true,
      carryOut: async ({ key }) => {
        told.push(key);
        return "told";
      },
    });
    const notify: RuleAction = { kind: "NOTIFY", on: ["RAISED"], recipients: { userIds: [newId<RuleId>()] } };
    await place.add(Array.from({ length: 10 }, () => notify));
    for (let round = 0; round < 25; round++) await place.send(90, 10);

    await place.carryOut();

    expect(place.carriedOut.transactions).toBe(Math.ceil(250 / together));
    expect([told.length, new Set(told).size]).toEqual([250, 250]);
    expect(new Set(await place.actions())).toEqual(new Set(["NOTIFY DONE 1 told"]));
  });

  test("[RUL4] one of many that is refused holds up no other of them", async () => {
    const place = await arrange();
    await place.add(Array.from({ length: waitingPerDevice + 2 }, () => off));
    await place.send(90);

    await place.carryOut();

    expect(place.carriedOut.transactions).toBe(1 + 2); // what came of those two is noted by itself
    expect(await place.commands()).toBe(waitingPerDevice);
    const lines = (await place.actions()).map((line) => line.replace(/ as .*/, ""));
    const refused = "COMMAND WAITING 1 The device has 9 waiting commands; cancel some first";
    expect(lines).toEqual([...Array(waitingPerDevice).fill("COMMAND DONE 1 queued"), refused, refused]);
  });

  test("[RUL4] one of many that fails has them done one by one, and is tried again by itself", async () => {
    const place = await arrange();
    let isBroken = true;
    place.delivery.serve({
      kind: "REPORT",
      isStored: true,
      carryOut: async () => {
        if (isBroken) throw new Error("a bug");
        return "made";
      },
    });
    await place.add([off, { kind: "REPORT", on: ["RAISED"], reportId: newId<RuleId>() }, off]);
    await place.send(90);
    await place.carryOut();
    const failed = (await place.actions()).map((line) => line.replace(/ as .*/, ""));
    isBroken = false;
    place.points.now += 10_000;
    await place.carryOut();

    expect(failed).toEqual(["COMMAND DONE 1 queued", "REPORT WAITING 1 a bug", "COMMAND DONE 1 queued"]);
    expect((await place.actions())[1]).toBe("REPORT DONE 2 made");
    expect(await place.commands()).toBe(2);
  });

  test("[RUL4] what goes wrong after all of them were carried out leaves none undone and none done twice", async () => {
    const place = await arrange();
    await place.add(Array.from({ length: 5 }, () => off));
    await place.send(90);
    let isKilled = false;
    place.carriedOut.ends = async () => {
      if (isKilled) return;
      isKilled = true;
      throw new Error("killed");
    };

    await place.carryOut();

    expect(place.carriedOut.transactions).toBe(1 + 5); // all together in vain, then one by one
    expect(await place.commands()).toBe(5);
    expect((await place.actions()).filter((line) => line.startsWith("COMMAND DONE 1"))).toHaveLength(5);
  });

  const broken: ActionTaker<"WEBHOOK"> = {
    kind: "WEBHOOK",
    isStored: false,
    carryOut: async () => {
      throw new Error("no route to host");
    },
  };
  const webhook = (): RuleAction => ({ kind: "WEBHOOK", on: ["RAISED"], webhookId: newId<RuleId>() });

  /** A rule that nobody answers, and people know. */
  const endings: readonly [string, (rule: Rule, place: Place) => Promise<void>, readonly string[]][] = [
    ["is deleted", (rule, place) => place.remove(rule), ["RAISED"]],
    [
      "raises another alarm from now on",
      (rule, place) => place.change(rule, { definition: { ...rule.definition, alarmType: "Warm" } }),
      ["RAISED", "CLEARED", "RAISED"],
    ],
    ["is switched off", (rule, place) => place.change(rule, { mode: "OFF" }), ["RAISED"]],
    [
      "is for other devices",
      (rule, place) =>
        place.change(rule, {
          definition: { ...rule.definition, scope: { kind: "DEVICE", deviceIds: [newId<RuleId>()] } },
        }),
      ["RAISED"],
    ],
  ];

  test.each(mostly(endings, 2))(
    "[RUL4, RUL5] a rule that %s ends its alarm, and does only what it is still there for",
    async (_, change, on) => {
      const place = await arrange();
      const rule = await place.add([{ ...off, on: ["RAISED", "CLEARED"] }], { alarmType: "Hot" });
      await place.send(90);

      await change(rule, place);
      await place.send(91);
      await place.carryOut();

      expect(await place.commands()).toBe(on.length);
      expect(await place.alarms()).toContain("Hot cleared");
    },
  );

  async function arrangeFailing() {
    const place = await arrange();
    place.delivery.serve(broken);
    const rule = await place.add([webhook()]);
    await place.send(90);
    await place.failThrice();
    expect(await place.alarms()).toEqual(["Rule failed: Hot open"]);
    return { place, rule };
  }

  const mendings: readonly [string, (rule: Rule, place: Place) => Promise<void>][] = [
    ["is deleted", (rule, place) => place.remove(rule)],
    [
      "does something else",
      (rule, place) => place.change(rule, { definition: { ...rule.definition, actions: [off] } }),
    ],
    ["is switched off", (rule, place) => place.change(rule, { mode: "OFF" })],
    ["only decides from now on", (rule, place) => place.change(rule, { mode: "SHADOW" })],
    ["has another name", (rule, place) => place.change(rule, { name: "Very hot" })],
    [
      "is for other devices",
      (rule, place) =>
        place.change(rule, {
          definition: { ...rule.definition, scope: { kind: "DEVICE", deviceIds: [newId<RuleId>()] } },
        }),
    ],
  ];

  test.each(mostly(mendings, 2))(
    "[RUL5, ALM1] that a rule failed is over when it %s, and what still waits does not say so again",
    async (_, change) => {
      const { place, rule } = await arrangeFailing();

      await change(rule, place);
      await place.rules.settled();
      const after = await place.alarms();
      place.points.now += 40_000;
      await place.carryOut();

      expect(after).toEqual(["Rule failed: Hot cleared"]);
      expect(await place.alarms()).toEqual(after);
      expect((await place.actions())[0]).toBe("WEBHOOK WAITING 4 no route to host");
      expect(place.failures).toEqual([]);
    },
  );

  test("[RUL5, ALM1] that a rule found nobody to tell, or did not reach them, is over when it is deleted; of a policy it stays", async () => {
    const place = await arrange();
    const rule = await place.add([off]);
    const said = { rule: rule.name, ruleId: rule.id, failure: "nobody" };
    await place.raise("Nobody to tell: Hot", said);
    await place.raise("Notification failed: Hot", said);
    await place.raise("Nobody to tell: Everything", { policy: "Everything", failure: "nobody" });
    await place.change(rule, { description: "as before" });
    await place.rules.settled();
    const kept = await place.alarms();

    await place.remove({ ...rule, version: 2 });
    await place.rules.settled();

    expect(kept.every((line) => line.endsWith("open"))).toBe(true);
    expect((await place.alarms()).toSorted()).toEqual([
      "Nobody to tell: Everything open",
      "Nobody to tell: Hot cleared",
      "Notification failed: Hot cleared",
    ]);
  });

  test("[RUL5] a rule that is changed and still does what failed has failed until that works", async () => {
    const { place, rule } = await arrangeFailing();

    await place.change(rule, { description: "as before", definition: { ...rule.definition, actions: [webhook()] } });
    await place.rules.settled();

    expect(await place.alarms()).toEqual(["Rule failed: Hot open"]);
  });

  test("[RUL4] an attempt that is made again names the alarm it was about, whatever became of that meanwhile", async () => {
    const place = await arrange();
    const named: unknown[] = [];
    const taker: ActionTaker<"WEBHOOK"> = {
      kind: "WEBHOOK",
      isStored: false,
      carryOut: async ({ alarmId }) => {
        named.push(alarmId);
        if (named.length === 1) throw new Error("no route to host");
        return "200 OK";
      },
    };
    place.delivery.serve(taker);
    const webhookId = newId<RuleId>();
    await place.add([{ kind: "WEBHOOK", on: ["RAISED", "CLEARED"], webhookId }], { alarmType: "Hot" });
    await place.send(90);
    await place.carryOut();
    await place.send(20);
    await place.send(90);
    place.points.now += 10_000;
    await place.carryOut();

    const alarms = await place.database.read.selectFrom("alarms").select("id").orderBy("start_ts").execute();
    const [first, second] = alarms.map(({ id }) => id);
    expect(named[0]).toBe(first);
    expect(named.toSorted()).toEqual([first, first, first, second].toSorted());
  });

  test("[RUL4] it is given up after its time, or at once where another attempt would be told the same", async () => {
    const place = await arrange();
    await place.add([off, { kind: "NOTIFY", on: ["RAISED"], recipients: { userIds: [newId<RuleId>()] } }]);
    await place.send(90);
    place.points.now += limits.spanMs;

    await place.carryOut();

    expect(await place.actions()).toEqual([
      "COMMAND GIVEN_UP 1 it is of no use any more",
      "NOTIFY GIVEN_UP 1 it is of no use any more",
    ]);
    expect(await place.commands()).toBe(0);
    expect(await place.alarms()).toEqual(["Rule failed: Hot open"]);
  });

  test("[RUL4] rules that trigger one another end after some, and more than so many an hour are not done; both are alarms", async () => {
    const place = await arrange({ perHour: 2 });
    const publish = (key: string): RuleAction => ({ kind: "PUBLISH_TELEMETRY", on: ["RAISED"], key, input: "temp" });
    const follow = (key: string): RuleDefinition["inputs"] => [{ kind: "TELEMETRY", name: "temp", key }];
    await place.add([publish("b")], { name: "first" });
    await place.add([publish("c")], { name: "second", inputs: follow("b") });
    await place.add([publish("d")], { name: "third", inputs: follow("c") });
    await place.add([publish("e")], { name: "fourth", inputs: follow("d") });

    await place.send(90);
    await place.carryOut();
    const chained = [await place.actions(), await place.alarms()];
    await place.send(10, 91, 10, 92, 10);
    await place.carryOut();

    expect(chained).toEqual([
      [
        "PUBLISH_TELEMETRY DONE 1 b is 90",
        "PUBLISH_TELEMETRY DONE 1 c is 90",
        "PUBLISH_TELEMETRY DONE 1 d is 90",
        "PUBLISH_TELEMETRY SKIPPED 0 3 rules one after another led to it",
      ],
      ["Rule failed: fourth open"],
    ]);
    expect((await place.actions()).slice(4)).toContain(
      "PUBLISH_TELEMETRY SKIPPED 0 done 2 times within an hour: perhaps a loop",
    );
    expect(await place.alarms()).toContain("Rule failed: first open");
    expect(place.failures).toEqual([]);
  });

  test("[RUL4] how many rules led to a point is known after a kill, too", async () => {
    const limits = { hops: 1 };
    const place = await arrange(limits);
    const publish = (key: string): RuleAction => ({ kind: "PUBLISH_TELEMETRY", on: ["RAISED"], key, input: "temp" });
    await place.add([publish("b")], { name: "first" });
    await place.add([publish("c")], { name: "second", inputs: [{ kind: "TELEMETRY", name: "temp", key: "b" }] });
    await place.send(90);
    await place.carryOutAndDie();

    const next = new Place(place.database, place.device, limits, place.points);
    await next.rules.start();
    await next.rules.settled();
    await next.end();

    expect(await next.actions()).toEqual([
      "PUBLISH_TELEMETRY DONE 1 b is 90",
      "PUBLISH_TELEMETRY SKIPPED 0 1 rules one after another led to it",
    ]);
  });

  test("[RUL4] so many of a tenant wait at most; and as often in an hour as the action says", async () => {
    const place = await arrange({ waitingPerTenant: 2 });
    await place.add([{ ...off, atMostPerHour: 1 }, off]);

    await place.send(90, 10, 91, 10);
    await place.carryOut();
    await place.send(92, 10);
    place.points.now += 3_600_000;
    await place.carryOut();
    await place.send(93, 10);
    await place.carryOut();

    expect((await place.actions()).map((line) => line.replace(/(as ).*/, "$1…"))).toEqual([
      "COMMAND DONE 1 queued as …",
      "COMMAND DONE 1 queued as …",
      "COMMAND SKIPPED 0 at most 1 times an hour",
      "COMMAND SKIPPED 0 2 actions of the tenant wait",
      "COMMAND SKIPPED 0 at most 1 times an hour",
      "COMMAND DONE 1 queued as …",
      "COMMAND DONE 1 queued as …",
      "COMMAND DONE 1 queued as …",
    ]);
  });
});
