import type { RuleDefinition, RuleInput } from "@heliograph/contract";
import { expect, onTestFinished, test } from "vitest";
import type { DeviceGroupId } from "../../server/src/kernel/ids.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { RulePlace } from "../support/rule-place.ts";
import { storedDevice } from "../support/stored-device.ts";
import { limitOf, sizeOf } from "../switches.ts";

const runs = sizeOf("HELIO_TEST_RULE_INPUT_RUNS");

const equals = (input: string, value: string | number | boolean) =>
  ({ kind: "COMPARE", input, comparison: "EQUAL", value }) as const;
const above = (input: string, other: string) => ({ kind: "COMPARE", input, comparison: "GREATER", other }) as const;
const when = (...conditions: RuleDefinition["steps"][number]["when"][]): Pick<RuleDefinition, "steps"> => ({
  steps: [{ severity: "MAJOR", when: { kind: "ALL", conditions } }],
});

const mode: RuleInput = { kind: "ATTRIBUTE", name: "mode", scope: "SERVER_SCOPE", key: "mode", type: "TEXT" };
const limit: RuleInput = { kind: "ATTRIBUTE", name: "limit", scope: "SERVER_SCOPE", key: "limit" };
const temp: RuleInput = { kind: "TELEMETRY", name: "temp", key: "temp" };
const active: RuleInput = { kind: "ACTIVITY", name: "active" };
const silent: RuleInput = { kind: "ALARM", name: "silent", alarmType: "Silent" };

onEveryDatabase("What rules look at beside points", (open) => {
  async function arrange(waitingAtMost?: number): Promise<RulePlace> {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const place = new RulePlace(database, await storedDevice(database), waitingAtMost);
    onTestFinished(async () => {
      await place.end();
      await dispose();
    });
    return place;
  }

  test("[RUL1, RUL3] an attribute that changes, is removed or is of another kind is looked at once, and no row is left", async () => {
    const place = await arrange();
    await place.set("mode", "auto");
    const before = await place.waiting();
    await place.add(place.rule({ inputs: [mode], ...when(equals("mode", "manual")) }));
    const rules = await place.start();
    await rules.settled(); // until the rules are read, whatever happens is written down

    await place.set("other", 1);
    const unheard = await place.waiting();
    await place.set("mode", "manual");
    await rules.settled();
    const raised = await place.openAlarms();
    await place.set("mode", undefined);
    await place.set("mode", 7);
    await rules.settled();
    const unknown = await place.openAlarms();
    await place.set("mode", "auto");
    await rules.settled();

    expect([before, unheard]).toEqual([0, 0]);
    expect(raised).toEqual(["Alarm"]);
    expect(unknown).toEqual(["Alarm"]); // what is unknown neither raises nor clears
    expect(await place.moves()).toEqual(["NORMAL ACTIVE", "ACTIVE NORMAL"]);
    expect([await place.waiting(), await place.openAlarms(), place.failures]).toEqual([0, [], []]);
  });

  test("[RUL1] a rule of states looks at what is so when it begins, once; one with points waits for the next one", async () => {
    const place = await arrange();
    await place.set("mode", "manual");
    await place.set("limit", 80);
    place.send(90);
    const rules = await place.start();
    await place.add(place.rule({ inputs: [mode], ...when(equals("mode", "manual")) }));
    await place.add(
      place.rule({ inputs: [temp, limit], ...when(above("temp", "limit")), alarmType: "Hot" }, { name: "hot" }),
    );
    await rules.settled();
    const begun = await place.openAlarms();
    await place.clear("Alarm");
    rules.alarmEnded(place.device.id);
    await rules.settled();
    await place.end();
    await (await place.start()).settled();
    const after = await place.openAlarms();
    place.send(91);
    await (await restarted(place)).settled();

    expect(begun).toEqual(["Alarm"]);
    expect(after).toEqual([]); // somebody cleared it, and a start is no reason to raise it again
    expect(await place.openAlarms()).toEqual(["Hot"]);
  });

  async function restarted(place: RulePlace) {
    await place.end();
    return place.start();
  }

  test("[RUL1] whether a device is active: unknown until it is heard of, then each change, by itself and beside points", async () => {
    const place = await arrange();
    await place.add(place.rule({ inputs: [active], ...when(equals("active", false)) }));
    const rules = await place.start();
    await rules.settled();
    const never = await place.openAlarms();
    await place.announce(true);
    await place.announce(true);
    await rules.settled();
    await place.announce(false);
    await rules.settled();
    const silence = await place.openAlarms();
    await place.announce(true);
    await rules.settled();

    expect([never, silence, await place.openAlarms()]).toEqual([[], ["Alarm"], []]);
    expect(await place.moves()).toEqual(["NORMAL ACTIVE", "ACTIVE NORMAL"]);
  });

  test("[RUL1, RUL4] alarms of others, raised by a rule, by somebody, cleared and raised again within one batch", async () => {
    const place = await arrange();
    const hot = when({ kind: "COMPARE", input: "temp", comparison: "GREATER", value: 80 });
    await place.add(place.rule({ inputs: [temp], ...hot, alarmType: "Silent" }, { name: "first" }));
    const both = when(equals("silent", true), equals("active", true));
    await place.announce(true);
    await place.add(place.rule({ inputs: [silent, active], ...both, alarmType: "Both" }, { name: "second" }));
    await place.add(
      place.rule({ inputs: [silent], ...when(equals("silent", true)), alarmType: "Once" }, { name: "third" }),
    );
    const rules = await place.start();

    place.send(90);
    await rules.settled();
    const followed = await place.openAlarms();
    place.send(20);
    await rules.settled();
    const over = await place.openAlarms();
    await place.raise("Silent");
    await rules.settled();
    const byHand = await place.openAlarms();
    for (const value of [90, 20, 90, 20]) place.send(value);
    await rules.settled();

    expect(followed).toEqual(["Both", "Once", "Silent"]);
    expect(over).toEqual([]);
    expect(byHand).toEqual(["Both", "Once", "Silent"]);
    expect(await place.openAlarms()).toEqual([]);
    expect([await place.waiting(), place.failures]).toEqual([0, []]);
  });

  test("[RUL4] rules that raise and clear one another's alarms without end, saved at the same moment, come to an end; it is an alarm", async () => {
    const place = await arrange();
    const other = (alarmType: string): RuleInput => ({ kind: "ALARM", name: "other", alarmType });
    await place.add(
      place.rule({ inputs: [other("B")], ...when(equals("other", false)), alarmType: "A" }, { name: "a" }),
    );
    await place.add(
      place.rule({ inputs: [other("A")], ...when(equals("other", true)), alarmType: "B" }, { name: "b" }),
    );
    const rules = await place.start();
    await rules.settled();

    expect((await place.moves()).length).toBeLessThan(10);
    expect((await place.openAlarms()).filter((type) => type.startsWith("Rule failed"))).not.toEqual([]);
    expect(await place.waiting()).toBe(0);
  });

  test("[RUL1] files that arrive and cannot be read, of any tag or of one; for a moment, it fires for each", async () => {
    const place = await arrange();
    const any: RuleInput = { kind: "FILE", name: "file" };
    const each: RuleInput = { kind: "FILE", name: "file", tag: "logs", momentary: true };
    await place.add(
      place.rule({ inputs: [any], ...when(equals("file", "FAILED")), alarmType: "Broken" }, { name: "any" }),
    );
    await place.add(
      place.rule({ inputs: [each], ...when(equals("file", "ARRIVED")), alarmType: "Came" }, { name: "each" }),
    );
    const rules = await place.start();

    await place.bring("a", "logs");
    await place.bring("b", "logs");
    await place.bring("c", "other", "FAILED");
    await rules.settled();
    const broken = await place.openAlarms();
    await (await restarted(place)).settled();
    await place.bring("d", "other", "DONE");
    await (await restarted(place)).settled();

    expect(broken).toEqual(["Broken"]);
    expect(await place.openAlarms()).toEqual([]);
    const came = (await place.told()).filter((line) => /"(ARRIVED|)"/.test(line)).map((line) => line.split(" ")[2]);
    expect(came.filter((occasion) => occasion === "RAISED")).toHaveLength(2);
    expect(await place.waiting()).toBe(0);
    const alarms = await place.database.read.selectFrom("alarms").select(["type", "details"]).execute();
    const about = alarms.map(({ type, details }) => [type, (JSON.parse(details ?? "{}") as { file?: string }).file]);
    expect(about.toSorted()).toEqual([
      ["Broken", "c"],
      ["Came", "a"],
      ["Came", "b"],
    ]);
  });

  test("[RUL1] what becomes of commands: how they end, or whatever the rule asks for", async () => {
    const place = await arrange();
    const ends: RuleInput = { kind: "COMMAND", name: "command", type: "RPC" };
    const sent: RuleInput = { kind: "COMMAND", name: "command", events: ["SENT"], momentary: true };
    await place.add(
      place.rule({ inputs: [ends], ...when(equals("command", "FAILED")), alarmType: "Failed" }, { name: "ends" }),
    );
    await place.add(
      place.rule({ inputs: [sent], ...when(equals("command", "SENT")), alarmType: "Sent" }, { name: "sent" }),
    );
    const rules = await place.start();

    await place.call(false);
    await rules.settled();
    const failed = await place.openAlarms();
    await place.call(true);
    await rules.settled();

    expect([failed, await place.openAlarms()]).toEqual([["Failed"], []]);
    const raised = (await place.told()).filter((line) => line.includes('RAISED {"command":"SENT"}'));
    expect(raised).toHaveLength(2);
  });

  test("[RUL3] killed at any moment, changes, points and edits of the rule come to the same transitions as without", {
    timeout: limitOf("HELIO_TEST_RULE_INPUT_RUNS", 60_000),
  }, async () => {
    const undisturbed = await run(await arrange(), [Number.POSITIVE_INFINITY]);
    expect(undisturbed.moves.length).toBeGreaterThan(6);
    for (let way = 0; way < runs; way++) {
      const stores = Array.from({ length: 3 + (way % 13) }, (_, at) => ((at + way) * 7 + (way >> 2)) % 5);
      expect(await run(await arrange(), stores)).toEqual(undisturbed);
    }
  });

  /** Each life takes some changes, and can store so often before it is as good as dead. */
  async function run(place: RulePlace, stores: readonly number[]) {
    const inputs = [temp, limit, silent];
    const definition = { inputs, ...when(above("temp", "limit"), equals("silent", false)) };
    let rule = await place.add(place.rule(definition));
    await place.add(
      place.rule({ inputs: [mode], ...when(equals("mode", "manual")), alarmType: "Manual" }, { name: "mode" }),
    );
    const cheap = { steps: [{ severity: "MINOR" as const, when: above("temp", "limit") }] };
    const steps: (() => Promise<unknown>)[] = [
      () => place.set("limit", 80),
      async () => place.send(90),
      () => place.raise("Silent"),
      async () => place.send(20),
      () => place.clear("Silent"),
      async () => place.send(85),
      () => place.set("mode", "manual"),
      async () => (rule = await place.change(rule, { definition: { ...rule.definition, ...cheap } })),
      () => place.set("limit", 88),
      async () => place.send(87),
      () => place.set("limit", 86),
      async () => place.send(87),
      () => place.set("mode", "auto"),
      () => place.set("limit", 95),
      async () => place.send(94),
    ];
    const perLife = Math.ceil(steps.length / stores.length);
    for (const [life, mayStore] of stores.entries()) {
      let left = mayStore;
      const rules = await place.start(() => left-- > 0);
      for (const step of steps.slice(life * perLife, (life + 1) * perLife)) await step();
      if (left === Number.POSITIVE_INFINITY) await rules.settled();
      await place.end();
    }
    await (await place.start()).settled();
    return { moves: await place.told(), open: await place.openAlarms(), waiting: await place.waiting() };
  }

  test("[RUL3] beyond so many that wait, changes that rules look at are refused, and nothing of them is stored", async () => {
    const place = await arrange(2);
    await place.add(place.rule({ inputs: [mode], ...when(equals("mode", "manual")) }));
    await place.start();
    await place.end();
    for (const value of ["a", "b", "c"]) await place.set("mode", value);

    await expect(place.set("mode", "d")).rejects.toMatchObject({ code: "RULE_INPUTS_FULL" });
    expect(await place.waiting()).toBe(3);
    await (await place.start()).settled();
    expect(await place.waiting()).toBe(0);
    await place.set("mode", "manual");
  });

  test("[RUL1, PRJ2] who joins a group is looked at, who leaves it has no alarm any more; after a start, too", async () => {
    const place = await arrange();
    const scope = { kind: "DEVICE_GROUP", deviceGroupId: crypto.randomUUID() as DeviceGroupId } as const;
    const hot = when({ kind: "COMPARE", input: "temp", comparison: "GREATER", value: 80 });
    await place.add(place.rule({ scope, inputs: [temp], ...hot, alarmType: "Hot" }, { name: "hot" }));
    await place.add(place.rule({ scope, inputs: [mode], ...when(equals("mode", "manual")), alarmType: "Manual" }));
    const rules = await place.start();
    await place.set("mode", "manual");
    place.send(90);
    await rules.settled();
    const outside = await place.openAlarms();

    place.members = [place.device.id];
    place.points.now += 6_000;
    await rules.settled();
    const joined = await place.openAlarms();
    place.send(91);
    await rules.settled();
    const inside = await place.openAlarms();
    await place.end();
    place.members = [];
    await (await place.start()).settled();

    expect([outside, joined, inside]).toEqual([[], ["Manual"], ["Hot", "Manual"]]);
    expect(await place.openAlarms()).toEqual([]);
    expect(place.failures).toEqual([]);
  });
});
