import type { NotificationOccasion } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { ToldMessage } from "../../server/src/core/notifications/index.ts";
import { newId, type RuleId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { notificationPlace } from "../support/notification-place.ts";

onEveryDatabase("Notifications of rules", (open) => {
  async function arrange() {
    const at = await notificationPlace(open);
    const ruleId = newId<RuleId>();
    const telling = {
      ...{ recipients: { addresses: ["ada@example.org"] }, channels: ["MAIL" as const], language: "en" as const },
      ...{ quietHours: null, perHour: null },
    };
    const say = (occasion: NotificationOccasion, changes: Partial<ToldMessage> = {}) =>
      at.tell.tell({
        ...{ tenantId: at.device.tenantId, severity: "MAJOR", ts: epochMs(at.time.now), occasion, title: "Hot" },
        ...{ text: "Call the shop", alarmId: null, alarmType: "Hot", deviceId: at.device.id, ruleId, key: occasion },
        place: { name: "a rule", projectId: null, group: "rule/0", telling, waitMs: 0, everyMs: 0 },
        ...changes,
      });
    const clear = () =>
      at.alarms.clear({ ...{ tenantId: at.device.tenantId, originator: at.originator, type: "Hot" }, ts: at.clock() });
    return { ...at, ruleId, telling, say, window: at.window({}), clear };
  }

  /** A rule that is in force, and what it has decided of the device. */
  async function storedRule(at: Awaited<ReturnType<typeof arrange>>, phase: "ACTIVE" | "NORMAL"): Promise<RuleId> {
    const id = newId<RuleId>();
    const row = { id, tenant_id: at.device.tenantId, name: id, name_key: id, description: null, mode: "LIVE" };
    const rest = { version: 1, definition: "{}", created_time: 0, updated_time: 0 };
    await at.database.write
      .insertInto("rules")
      .values({ ...row, ...rest })
      .execute();
    const state = JSON.stringify({ format: 1, phase });
    const of = { rule_id: id, device_id: at.device.id, due: null, alarm_type: null, seen: "[]" };
    await at.database.write
      .insertInto("rule_states")
      .values({ ...of, state })
      .execute();
    return id;
  }

  test("[RUL4, ALM3] what a rule says in a maintenance window is told when that is over and the alarm is still there", async () => {
    await using at = await arrange();
    at.windows.push(at.window);
    await at.raise("Hot");

    await at.say("RAISED");
    await at.later(1_000);
    expect(await at.told()).toEqual([]);
    at.windows.length = 0;
    await at.later(1_000);
    await at.later(0);

    expect(await at.told()).toEqual([`Major: Hot, device ${at.device.id} | TRYING | ada@example.org`]);
    await at.later(10_000);
    expect(await at.told()).toHaveLength(1);
  });

  test("[NTF1, RUL4] who is told by a rule and by a policy is told once, and it is on record by whom", async () => {
    await using at = await arrange();
    await at.save({ recipients: { addresses: ["ada@example.org", "grace@example.org"] } });

    const { alarm } = await at.raise("Hot");
    await at.say("RAISED", { text: null });
    for (const ms of [0, 0, 1_000, 1_000]) await at.later(ms);
    await at.clear();
    await at.say("CLEARED", { text: "Call off the shop", alarmId: alarm.id }); // in words of its own, so it is more than the policy says
    for (const ms of [0, 0, 1_000, 1_000]) await at.later(ms);

    const told = (await at.told()).map((line) => line.replace(/, device [^|]*/, " "));
    expect(told.toSorted()).toEqual([
      "Cleared: Hot | DROPPED | ALREADY_TOLD | ada@example.org",
      "Cleared: Hot | TRYING | ada@example.org",
      "Cleared: Hot | TRYING | grace@example.org",
      "Major: Hot | DROPPED | ALREADY_TOLD | ada@example.org",
      "Major: Hot | TRYING | ada@example.org",
      "Major: Hot | TRYING | grace@example.org",
    ]);
    const { data } = await at.records.page({ ...at.all, state: "DROPPED" }, { page: 0, limit: 1 });
    expect(data).toMatchObject([{ policyName: "all", answer: "a rule" }]);
  });

  test("[RUL4, ALM3] the end of what was silenced all the time is no news to anybody", async () => {
    await using at = await arrange();
    at.windows.push(at.window);
    await at.raise("Hot");
    await at.say("RAISED");
    await at.later(1_000);
    at.windows.length = 0;

    await at.clear();
    await at.say("CLEARED");
    await at.later(0);
    await at.later(10_000);

    expect(await at.told()).toEqual([]);
    const items = await at.database.read.selectFrom("notice_items").select("silence").execute();
    expect(items.map(({ silence }) => silence).toSorted()).toEqual(["MAINTENANCE", "UNTOLD"]);
    expect(await at.database.read.selectFrom("notification_timers").select("key").execute()).toEqual([]);
  });

  test("[RUL4, ALM3] what a rule without an alarm says in a window is left out, and what the window is not for is told", async () => {
    await using at = await arrange();
    at.windows.push(at.window);

    await at.say("RAISED", { alarmType: null });
    await at.later(1_000);
    at.windows.splice(0, 1, { ...at.window, alarmType: "Cold" }); // what is no alarm has no type
    await at.later(10_000);
    expect(await at.told()).toEqual([]);
    await at.say("RAISED", { alarmType: null });
    await at.later(0);
    await at.later(0);

    expect((await at.told()).map((text) => text.split(",")[0])).toEqual(["Major: Hot"]);
  });

  test("[RUL4, ALM3] what a rule told before is told again when a window or a shelving ends and the alarm is still there", async () => {
    await using at = await arrange();
    const { alarm } = await at.raise("Hot");
    await at.say("RAISED");
    await at.later(0);
    await at.later(0);
    const occasions = async () =>
      (await at.records.itemsOf(at.device.tenantId, alarm.id, 10)).map(({ occasion }) => occasion);
    expect(await occasions()).toEqual(["RAISED"]);

    at.windows.push(at.window);
    for (let passed = 0; passed < 3; passed++) await at.later(60_000);
    expect(await occasions()).toEqual(["RAISED"]);
    at.windows.length = 0;
    for (let passed = 0; passed < 3; passed++) await at.later(60_000);
    expect(await occasions()).toEqual(["RAISED", "RETURNED"]);
    await at.transactions.run(() => at.alarms.awake(alarm));
    await at.later(0);
    await at.later(60_000);

    expect(await occasions()).toEqual(["RAISED", "RETURNED", "RETURNED"]);
    expect(await at.told()).toHaveLength(3);
    await at.clear();
    at.windows.push(at.window);
    for (let passed = 0; passed < 3; passed++) await at.later(60_000);
    at.windows.length = 0;
    await at.later(60_000);
    expect(await occasions()).toHaveLength(3);
  });

  test("[RUL4, ALM3] what was told before and got worse in a window is told once when that is over", async () => {
    await using at = await arrange();
    const { alarm } = await at.raise("Hot");
    await at.say("RAISED");
    await at.later(0);
    at.windows.push(at.window);
    await at.later(60_000);

    await at.raise("Hot", "CRITICAL");
    await at.say("CHANGED", { severity: "CRITICAL" });
    await at.later(60_000);
    at.windows.length = 0;
    for (let passed = 0; passed < 3; passed++) await at.later(60_000);

    const items = await at.records.itemsOf(at.device.tenantId, alarm.id, 10);
    expect(items.filter(({ silence }) => silence === null).map(({ occasion }) => occasion)).toEqual([
      ...["RAISED", "RETURNED"],
    ]);
  });

  test("[RUL4, ALM3] what a rule without an alarm said in a window is told when that is over and the rule still holds", async () => {
    await using at = await arrange();
    const rules = [await storedRule(at, "ACTIVE"), await storedRule(at, "NORMAL")];
    at.windows.push(at.window);
    for (const [place, ruleId] of rules.entries())
      await at.say("RAISED", {
        ...{ alarmType: null, ruleId, title: `rule ${place}` },
        place: { name: "a rule", projectId: null, group: `${ruleId}/0`, telling: at.telling, waitMs: 0, everyMs: 0 },
      });
    await at.later(1_000);
    await at.later(60_000);
    expect(await at.told()).toEqual([]);

    at.windows.length = 0;
    for (let passed = 0; passed < 3; passed++) await at.later(60_000);

    expect(await at.told()).toEqual([`Major: rule 0, device ${at.device.id} | TRYING | ada@example.org`]);
  });

  test("[RUL4, RUL5] where nobody is left to be told, that is an alarm of the rule, and it is over when somebody is", async () => {
    await using at = await arrange();
    const recipients = { userIds: [newId()] };
    const place = { name: "a rule", projectId: null, group: "rule/0", waitMs: 0, everyMs: 0 };

    await at.say("RAISED", { place: { ...place, telling: { ...at.telling, recipients } } });
    await at.later(0);
    await at.later(0);

    expect(await at.told()).toEqual([]);
    const alarms = await at.database.read.selectFrom("alarms").select(["type", "details"]).execute();
    expect(alarms).toMatchObject([{ type: "Nobody to tell: a rule" }]);
    expect(JSON.parse(alarms[0]?.details ?? "")).toMatchObject({ rule: "a rule", ruleId: at.ruleId });
    await at.say("RAISED");
    await at.later(0);
    await at.later(0);
    const open = at.database.read.selectFrom("alarms").select("type").where("cleared", "=", 0);
    expect([await open.execute(), await at.told()]).toMatchObject([[], [expect.stringContaining("TRYING")]]);
  });

  test("[RUL4] what is said late is about the alarm of its time, though that is over and another one active", async () => {
    await using at = await arrange();
    const { alarm: before } = await at.raise("Hot");
    await at.clear();
    const { alarm: now } = await at.raise("Hot");
    await at.say("RAISED", { alarmId: before.id, key: "before" });
    await at.say("RAISED", { alarmId: now.id, key: "now" });

    await at.later(0);

    const items = at.database.read.selectFrom("notice_items").select(["origin", "alarm_id"]).orderBy("origin");
    expect(before.id).not.toBe(now.id);
    expect(await items.execute()).toEqual([
      { origin: "before", alarm_id: before.id },
      { origin: "now", alarm_id: now.id },
    ]);
  });

  test("[RUL4] devices that are gone are not told of, and their messages hold up nothing", async () => {
    await using at = await arrange();
    await at.say("RAISED");
    await at.database.write.deleteFrom("devices").where("id", "=", at.device.id).execute();

    await at.later(0);
    await at.later(0);

    expect([await at.told(), at.failures]).toEqual([[], []]);
  });
});
