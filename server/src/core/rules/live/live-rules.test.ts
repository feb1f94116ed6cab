import type { RuleDefinition } from "@heliograph/contract";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { PointsInMemory } from "../../../../../test/support/points-in-memory.ts";
import { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { AlarmChange } from "../../alarms/index.ts";
import { HopMarks } from "../actions/hop-marks.ts";
import { unreadableDefinition } from "../compile/known-definition.ts";
import { Listening } from "../inputs/listening.ts";
import { RulesInMemory, testTenant } from "../testing/rules-in-memory.ts";
import { LiveRules } from "./live-rules.ts";
import { Progress } from "./progress.ts";
import type { Rule } from "./rule.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const device = "device" as DeviceId;
const hot = { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 } as const;

const ruleOf = (name: string, definition: Partial<RuleDefinition> = {}, version = 1): Rule => ({
  ...{ id: name as RuleId, tenantId: testTenant, name, description: null, mode: "LIVE", version },
  ...{ createdTime: epochMs(1), updatedTime: epochMs(1) },
  definition: {
    ...{ scope: { kind: "DEVICE", deviceIds: [device] }, inputs: [{ kind: "TELEMETRY", name: "t", key: "t" }] },
    ...{ steps: [{ severity: "MAJOR", when: hot }], alarmType: name, actions: [] },
    ...definition,
  },
});
const held = { steps: [{ severity: "MAJOR", when: hot, for: { ms: 5_000 } }] } satisfies Partial<RuleDefinition>;

const withCondition = (when: unknown) => ({ ...ruleOf("x").definition, steps: [{ severity: "MAJOR", when }] });

/** Rules that run on points and a store in memory, and what they did to alarms. */
class Place {
  readonly points = new PointsInMemory(noon);
  readonly store = new RulesInMemory();
  readonly failures: unknown[] = [];
  readonly changes: AlarmChange[] = [];
  /** Time that passed, beside what the clock says, and what every look at it takes. */
  passed = 0;
  everyLookMs = 0;
  /** Whether points are taken. */
  isOpen = true;
  #rules: LiveRules | undefined;

  async start(...rules: readonly Rule[]): Promise<LiveRules> {
    this.store.rules = rules;
    const { points, store } = this;
    const alarms = {
      changeAll: async (changes: readonly AlarmChange[]) => {
        this.changes.push(...changes);
        return new Map();
      },
      openAmong: async <T>(names: readonly T[]) => names,
      isSmallEnough: () => true,
    };
    const live = new LiveRules(
      {
        ...{
          store,
          alarms,
          log: points,
          points,
          clock: points.clock,
          monotonic: () => (this.passed += this.everyLookMs),
          intake: this,
          hops: new HopMarks(),
          listening: new Listening(),
        },
        inputs: { waiting: async () => [], waitingOf: async () => [], present: async () => [] } as never,
        members: async () => new IdSet<DeviceId>(),
        actions: { add: async () => [], wake: () => undefined },
        transactions: { run: (work) => work(), afterCommit: (tell) => tell() },
        onFailure: (error) => void this.failures.push(error),
      },
      1_000,
    );
    await live.start();
    this.#rules = live;
    return live;
  }

  async end(): Promise<void> {
    await this.points.unfollow();
    await this.#rules?.stop();
  }

  send(value: number, afterMs = 100): void {
    this.points.now += afterMs;
    this.points.send(device, [{ key: "t", ts: this.points.clock(), value }]);
  }

  /** As a node sees time pass: it looks several times a second. */
  async wait(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) await this.standStill(Math.min(left, 1_000));
  }

  /** Nothing of the node happens meanwhile. */
  async standStill(ms: number): Promise<void> {
    this.points.now += ms;
    this.passed += ms;
    await this.#rules?.settled();
  }

  movesOf = (rule: Rule): readonly string[] => this.store.movesOf(rule.id);

  /** `raise Type` or `clear Type`, in order. */
  get alarms(): readonly string[] {
    return this.changes.map(({ kind, type }) => `${kind} ${type}`);
  }
}

function arrange(): Place {
  const place = new Place();
  onTestFinished(() => place.end());
  return place;
}

/** From now on whatever the rule looks at makes it throw, until what is returned is called. */
async function sabotage(live: LiveRules, { id }: Rule): Promise<() => void> {
  await live.settled();
  const [step] = live.ready(id)?.compiled.steps ?? [];
  if (!step) throw new Error(`${id} has no steps`);
  const { judge } = step;
  const throwing = () => {
    throw new Error("it is broken");
  };
  Object.assign(step, { judge: throwing });
  return () => void Object.assign(step, { judge });
}

test("[RUL3, RUL5] a rule that cannot be evaluated holds up no other, says so, and goes on with the next point", async () => {
  const place = arrange();
  const [broken, sound] = [ruleOf("broken"), ruleOf("sound")];
  const live = await place.start(broken, sound);
  place.send(20);
  const repair = await sabotage(live, broken);

  place.send(90);
  await live.settled();
  const [during, fault] = [place.movesOf(sound), live.faultOf(broken)];
  repair();
  place.send(91);
  await live.settled();

  expect(during).toEqual(["NORMAL ACTIVE"]);
  expect(place.movesOf(broken)).toEqual(["NORMAL ACTIVE"]);
  expect(fault).toMatchObject({ code: "RULE_NOT_EVALUATED", params: { detail: "it is broken" }, deviceId: device });
  expect(live.faultOf(sound)).toBeUndefined();
  expect(place.alarms.toSorted()).toEqual(["raise Rule failed: broken", "raise broken", "raise sound"]);
});

/** Three commits of which the first two raise and clear; the first is being stored while the others are looked at. */
async function arrangeSlowStore() {
  const place = arrange();
  const rule = ruleOf("rule");
  const live = await place.start(rule);
  place.send(20);
  await live.settled();
  const saving = Promise.withResolvers<void>();
  place.store.saving = saving.promise;
  place.everyLookMs = 20;
  for (const value of [90, 10, 91]) place.send(value);
  const looked = () => live.ready(rule.id)?.runs.newest()[0]?.values[0];
  await vi.waitFor(() => expect(looked()).toBe(91));
  return { place, rule, live, saving };
}

test("[RUL3] points are looked at while what followed from others is stored, and stored behind it", async () => {
  const { place, rule, live, saving } = await arrangeSlowStore();
  const during = [place.movesOf(rule), await place.store.position()];

  saving.resolve();
  await live.settled();

  expect(during).toEqual([[], 1]);
  expect(place.movesOf(rule)).toEqual(["NORMAL ACTIVE", "ACTIVE NORMAL", "NORMAL ACTIVE"]);
  expect(await place.store.position()).toBe(4);
});

test("[RUL3] a node that stops while something is stored notes nothing of what it looked at meanwhile", async () => {
  const { place, rule, live, saving } = await arrangeSlowStore();

  const stopped = live.stop();
  saving.resolve();
  await stopped;
  const [noted, stored] = [await place.store.position(), place.movesOf(rule)];
  await place.points.unfollow();
  place.everyLookMs = 0;
  await (await place.start(rule)).settled();

  expect([noted, stored]).toEqual([2, ["NORMAL ACTIVE"]]);
  expect(place.movesOf(rule)).toEqual(["NORMAL ACTIVE", "ACTIVE NORMAL", "NORMAL ACTIVE"]);
});

test("[RUN1, RUL3] a node is ready before its rules are read, and no point that comes meanwhile escapes them", async () => {
  const place = arrange();
  const rule = ruleOf("rule");
  const reading = Promise.withResolvers<void>();
  place.store.reading = reading.promise;
  const live = await place.start(rule);
  place.send(90);
  place.send(20);
  const before = place.movesOf(rule);

  reading.resolve();
  await live.settled();

  expect(before).toEqual([]);
  expect(place.movesOf(rule)).toEqual(["NORMAL ACTIVE", "ACTIVE NORMAL"]);
});

describe("[RUL3] silence that nobody listened to is none", () => {
  const silence: Partial<RuleDefinition> = {
    steps: [],
    noData: { afterMs: 10_000, policy: "RAISE", severity: "WARNING" },
  };

  async function heard() {
    const place = arrange();
    const [rule, timed] = [ruleOf("rule", silence), ruleOf("timed", held)];
    const live = await place.start(rule, timed);
    place.send(20);
    await live.settled();
    return { place, rule, timed, live };
  }

  test("a node that stood still takes nobody for silent, but who is silent afterwards", async () => {
    const { place, rule } = await heard();

    await place.standStill(40_000);
    const afterIt = place.movesOf(rule);
    await place.wait(11_000);

    expect(afterIt).toEqual([]);
    expect(place.movesOf(rule)).toEqual(["NORMAL ACTIVE"]);
  });

  test("nor where the first that happens afterwards is a point", async () => {
    const { place, rule, live } = await heard();

    place.passed += 40_000;
    place.send(20, 40_000);
    await live.settled();

    expect(place.movesOf(rule)).toEqual([]);
  });

  test("nor where the machine was suspended, and only the wall clock went on", async () => {
    const { place, rule, live } = await heard();

    place.points.now += 3_600_000;
    await live.settled();
    const afterIt = place.movesOf(rule);
    await place.wait(11_000);

    expect(afterIt).toEqual([]);
    expect(place.movesOf(rule)).toEqual(["NORMAL ACTIVE"]);
  });

  test("nor while points are not taken; only silence waits for that", async () => {
    const { place, rule, timed, live } = await heard();
    place.send(90);

    place.isOpen = false;
    await place.wait(40_000);
    place.isOpen = true;
    const [during, rung] = [place.movesOf(rule), place.movesOf(timed)];
    await place.wait(9_000);
    place.send(90);
    await live.settled();
    const spoken = place.movesOf(rule);
    await place.wait(11_000);

    expect(rung).toEqual(["NORMAL PENDING", "PENDING ACTIVE"]);
    expect([...during, ...spoken]).toEqual([]);
    expect(place.movesOf(rule)).toEqual(["NORMAL ACTIVE"]);
  });
});

describe("[RUL3, RUN12] a wall clock that is set", () => {
  const hour = 3_600_000;
  const silence = { noData: { afterMs: 10_000, policy: "RAISE", severity: "WARNING" } } as const;
  const setClock = async (place: Place, live: LiveRules, byMs: number): Promise<void> => {
    place.points.now += byMs;
    await live.settled();
  };

  test("back by an hour keeps what is left of each timer, although no point follows", async () => {
    const place = arrange();
    const [timed, silent] = [ruleOf("timed", held), ruleOf("silent", { steps: [], ...silence })];
    const live = await place.start(timed, silent);
    place.send(90);
    await place.wait(3_000);

    await setClock(place, live, -hour);
    await place.wait(1_500);
    const before = [place.movesOf(timed), place.movesOf(silent)];
    await place.wait(1_000);
    const rung = [place.movesOf(timed), place.movesOf(silent)];
    await place.wait(5_000);

    expect(before).toEqual([["NORMAL PENDING"], []]);
    expect(rung).toEqual([["NORMAL PENDING", "PENDING ACTIVE"], []]);
    expect(place.movesOf(silent)).toEqual(["NORMAL ACTIVE"]);
  });

  test("to and fro takes no device that speaks for silent, and rings each timer once", async () => {
    const place = arrange();
    const [timed, silent] = [ruleOf("timed", held), ruleOf("silent", { steps: [], ...silence })];
    const live = await place.start(timed, silent);

    for (const step of [hour, -hour, -hour, hour]) {
      place.send(90);
      await place.wait(2_000);
      await setClock(place, live, step);
    }
    await place.wait(9_000);
    const spoken = place.movesOf(silent);
    await place.wait(2_000);

    expect(spoken).toEqual([]);
    expect(place.movesOf(silent)).toEqual(["NORMAL ACTIVE"]);
    expect(place.movesOf(timed)).toEqual(["NORMAL PENDING", "PENDING ACTIVE"]);
  });

  test("back by an hour keeps nobody from noting how far the points were looked at", () => {
    let now = noon;
    const passed: number[] = [];
    const progress = new Progress({ passed: (position) => void passed.push(position) }, () => epochMs(now));
    progress.note(1);
    progress.evaluated = 2;

    now -= hour;

    expect(progress.isTimeToNote).toBe(true); // or the log keeps everything, and points wait
  });
});

test("[RUL3] points that are sent again after a kill are in the windows they were in, and nothing follows", async () => {
  const place = arrange();
  const window = { function: "COUNT", overMs: 95_000 } as const;
  const rule = ruleOf("rule", {
    inputs: [{ kind: "TELEMETRY", name: "t", key: "t", window }],
    steps: [{ severity: "MAJOR", when: { ...hot, value: 8 } }],
  });
  const first = await place.start(rule);
  for (let sent = 0; sent < 30; sent++) place.send(1, 10_000);
  await first.settled();
  const before = place.movesOf(rule);
  await place.end();

  const second = await place.start(rule);
  const newest = place.points.clock();
  for (let back = 11; back >= 0; back--)
    place.points.send(device, [{ key: "t", ts: epochMs(newest - back * 10_000), value: 1 }]);
  await second.settled();

  expect(before).toEqual(["NORMAL ACTIVE"]);
  expect(place.movesOf(rule)).toEqual(before);
});

test("[RUL3] a node that is stopped leaves nothing behind that would have to be evaluated again", async () => {
  const place = arrange();
  const rule = ruleOf("rule");
  const first = await place.start(rule);
  place.send(20);
  await first.settled();
  place.send(20); // within a second: its position alone is not written
  await first.settled();

  await place.end();

  expect(await place.store.position()).toBe(2);
});

test("[RUL5] what failed is over when it has worked for a minute, also after a restart", async () => {
  const place = arrange();
  const broken = ruleOf("broken");
  const live = await place.start(broken);
  place.send(20);
  const repair = await sabotage(live, broken);
  place.send(20);
  await live.settled();
  repair();
  await place.end();
  const again = await place.start(broken);
  place.send(20);
  await again.settled();

  place.send(20, 59_000);
  await again.settled();
  const soon = again.faultOf(broken);
  place.send(20, 2_000);
  await again.settled();

  expect(soon?.message).toBe("It could not be evaluated: it is broken");
  expect(again.faultOf(broken)).toBeUndefined();
  expect(place.alarms).toEqual(["raise Rule failed: broken", "clear Rule failed: broken"]);
});

test("[RUL3, RUL5] a timer that cannot be looked at rings once and keeps no other from ringing", async () => {
  const place = arrange();
  const silence = { noData: { afterMs: 10_000, policy: "RAISE", severity: "WARNING" } } as const;
  const [broken, sound] = [ruleOf("broken", { ...held, ...silence }), ruleOf("sound", held)];
  const live = await place.start(broken, sound);
  place.send(90);
  await sabotage(live, broken);

  await place.wait(6_000);
  const failed = place.failures.length;
  await place.wait(6_000);

  expect(failed).toBe(1);
  expect(place.movesOf(sound)).toEqual(["NORMAL PENDING", "PENDING ACTIVE"]);
  expect(place.movesOf(broken)).toEqual(["NORMAL PENDING", "PENDING ACTIVE"]); // its silence needs no condition
});

test.each<[string, unknown]>([
  ["is no JSON any more", unreadableDefinition],
  ["has lost its inputs", { scope: { kind: "DEVICE", deviceIds: [device] }, steps: [], actions: [] }],
  ["is for something this version does not know", { ...ruleOf("x").definition, scope: { kind: "PLANET" } }],
  ["has lost what it is for", { ...ruleOf("x").definition, scope: { kind: "DEVICE" } }],
  ["compares in an unknown way", withCondition({ ...hot, comparison: "SMELLS_LIKE" })],
  ["has an expression that is refused by now", withCondition({ kind: "EXPRESSION", expression: "t.matches('a')" })],
  ["looks at a kind of input nobody knows", { ...ruleOf("x").definition, inputs: [{ kind: "MOOD", name: "t" }] }],
])("[RUL5] a stored rule that %s says so, once, and holds up no other", async (_, definition) => {
  const place = arrange();
  const broken = { ...ruleOf("broken"), definition: definition as RuleDefinition };
  const sound = ruleOf("sound");
  const live = await place.start(broken, sound);

  live.changed();
  place.send(90);
  await live.settled();

  expect(place.movesOf(sound)).toEqual(["NORMAL ACTIVE"]);
  expect(live.faultOf(broken)).toMatchObject({ code: "RULE_NOT_COMPILED", deviceId: null });
  expect(live.faultOf({ ...broken, version: 2 })).toBeUndefined();
  expect(place.failures).toHaveLength(1);
});

test("[RUL3, RUL5] a state that cannot be read makes its rule begin anew, and say so", async () => {
  const place = arrange();
  const [broken, sound] = [ruleOf("broken", held), ruleOf("sound")];
  const first = await place.start(broken, sound);
  place.send(90);
  await first.settled();
  await place.end();
  place.store.damage(broken.id);

  const second = await place.start(broken, sound);
  place.send(20);
  await second.settled();
  place.send(90);
  await second.settled();

  expect(place.movesOf(sound)).toEqual(["NORMAL ACTIVE", "ACTIVE NORMAL", "NORMAL ACTIVE"]);
  expect(place.movesOf(broken)).toEqual(["NORMAL PENDING", "NORMAL PENDING"]);
  expect(second.faultOf(broken)?.message).toMatch(/cannot be read/);
});
