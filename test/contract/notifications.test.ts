import { expect, test } from "vitest";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { notificationPlace } from "../support/notification-place.ts";
import { storedDevice } from "../support/stored-device.ts";

const minute = 60_000;

onEveryDatabase("Notifications", (open) => {
  const arrange = () => notificationPlace(open);

  test("[NTF1, RUL3] what is to be told is stored with the alarm or not at all, and many alarms are one message", async () => {
    await using at = await arrange();
    await at.save();

    const failing = at.transactions.run(async () => {
      await at.raise("Never");
      throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    await at.alarms.changeAll(
      Array.from({ length: 300 }, (_, number) => ({
        ...{ kind: "raise" as const, tenantId: at.device.tenantId, originator: at.originator },
        ...{ type: `Alarm ${number}`, severity: "MAJOR" as const, endTs: epochMs(at.time.now) },
      })),
    );
    await at.notifier.look();
    expect(await at.told()).toEqual([]);
    await at.later(1_000);
    await at.later(1_000);

    expect(await at.told()).toEqual(["Major: 300 alarms: Alarm 0, Alarm 1, Alarm 10 | TRYING | ada@example.org"]);
    expect(at.failures).toEqual([]);
  });

  test("[NTF1] its end is told to whom it was told, getting worse once, and what nobody wants is not told", async () => {
    await using at = await arrange();
    await at.save({ alarms: { types: ["Hot"] } });

    await at.raise("Cold");
    await at.raise("Hot", "MINOR");
    await at.later(1_000);
    await at.later(1_000);
    await at.raise("Hot", "CRITICAL");
    await at.later(1_000);
    await at.later(1_000);
    await at.raise("Hot", "MINOR");
    await at.alarms.clear({
      tenantId: at.device.tenantId,
      originator: at.originator,
      type: "Hot",
      ts: epochMs(at.time.now),
    });
    await at.later(1_000);
    await at.later(60 * minute);

    const name = `device ${at.device.id}`;
    expect(await at.told()).toEqual([
      `Minor: Hot, ${name} | TRYING | ada@example.org`,
      `Critical: Hot, ${name} | TRYING | ada@example.org`,
      `Cleared: Hot, ${name} | TRYING | ada@example.org`,
    ]);
  });

  test("[NTF1] quiet hours and limits hold mails, and what is held becomes one", async () => {
    await using at = await arrange();
    const quietHours = {
      ...{ weekdays: [1], start: "12:00", durationMs: 60 * minute, timeZone: "UTC" },
      except: ["CRITICAL" as const],
    };
    await at.save({ quietHours, grouping: { by: "NONE", waitMs: 0, everyMs: 0 } });

    await at.raise("One");
    await at.raise("Two");
    await at.raise("Bad", "CRITICAL");
    await at.notifier.look();
    expect((await at.told()).map((text) => text.split(" | ").slice(1, 3).join(" ")).toSorted()).toEqual([
      "HELD QUIET_HOURS",
      "HELD QUIET_HOURS",
      "TRYING ada@example.org",
    ]);
    await at.later(60 * minute);

    const { data } = await at.records.page(at.all, { page: 0, limit: 10 });
    expect(data.map(({ shownState }) => shownState).toSorted()).toEqual(["GROUPED", "TRYING", "TRYING"]);
  });

  test("[NTF1] more than the limit in an hour wait for it", async () => {
    await using at = await arrange();
    await at.save({ grouping: { by: "NONE", waitMs: 0, everyMs: 0 } });

    for (const type of ["A", "B", "C", "D"]) await at.raise(type);
    await at.notifier.look();
    const states = async () =>
      (await at.records.page(at.all, { page: 0, limit: 10 })).data.map((one) => one.shownState).toSorted();
    expect(await states()).toEqual(["HELD", "HELD", "TRYING", "TRYING"]);
    await at.later(61 * minute);

    expect(await states()).toEqual(["GROUPED", "TRYING", "TRYING", "TRYING"]);
  });

  test("[NTF1] who does not acknowledge has others told, once for each step, and who does has not", async () => {
    await using at = await arrange();
    const step = (afterMs: number, address: string) => ({
      ...{ afterMs, recipients: { addresses: [address] }, channels: ["MAIL" as const] },
    });
    await at.save({ escalation: [step(minute, "boss@example.org"), step(3 * minute, "chief@example.org")] });
    await at.raise("Seen");
    await at.later(1_000);
    await at.later(1_000);
    const { alarm } = await at.raise("Forgotten");
    const seen = await at.alarmStore.lockOpen(at.originator, "Seen");
    if (!seen) throw new Error("it is there");
    const acked = { ...seen, acknowledged: true, ackTs: epochMs(at.time.now) };
    await at.transactions.run(async () => {
      await at.alarmStore.update(acked);
      await at.alarms.follow(seen, acked);
    });
    for (let passed = 0; passed < 10; passed++) await at.later(minute);

    const to = (await at.told()).map((text) => text.split(" | ").at(-1));
    expect(to).toEqual(["ada@example.org", "ada@example.org", "boss@example.org", "chief@example.org"]);
    expect((await at.records.itemsOf(at.device.tenantId, alarm.id, 10)).map(({ occasion }) => occasion)).toEqual([
      "RAISED",
      "ESCALATED",
      "ESCALATED",
    ]);
  });

  test("[NTF1] what was held counts as sent when it was, not when it was made", async () => {
    await using at = await arrange();
    const weekdays = [1];
    const quietHours = { weekdays, start: "12:00", durationMs: 60 * minute, timeZone: "UTC", except: [] };
    await at.save({ quietHours, perHour: 1, grouping: { by: "NONE", waitMs: 0, everyMs: 0 } });

    await at.raise("At noon");
    await at.notifier.look();
    await at.later(60 * minute);
    await at.later(minute);
    await at.raise("At one");
    await at.notifier.look();

    const state = async () => (await at.told()).map((text) => text.split(" | ").slice(1, 3).join(" "));
    expect(await state()).toEqual(["TRYING ada@example.org", "HELD LIMIT"]);
    await at.later(60 * minute);
    expect(await state()).toEqual(["TRYING ada@example.org", "TRYING ada@example.org"]);
  });

  test("[NTF1] what cannot be decided holds up neither its own tenant nor others", async () => {
    await using at = await arrange();
    await at.save();
    const other = await storedDevice(at.database);
    const bad = { kind: "TOLD" as const, alarmId: null, severity: "MAJOR" as const, ts: epochMs(1), isQuiet: false };
    for (const { tenantId } of [other, at.device]) await at.store.addNews([{ ...bad, tenantId, body: "{" }]);

    await at.raise("Hot");
    await at.later(0);
    await at.later(1_000);

    expect(await at.told()).toEqual([`Major: Hot, device ${at.device.id} | TRYING | ada@example.org`]);
    expect(at.failures).not.toEqual([]);
    expect(await at.database.read.selectFrom("alarm_news").select("seq").execute()).toHaveLength(2);
  });

  test("[RUL3] of what is late nobody is told, of its getting worse now somebody is, and why says so", async () => {
    await using at = await arrange();
    await at.save();
    const late = { tenantId: at.device.tenantId, originator: at.originator, type: "Hot", endTs: epochMs(at.time.now) };

    await at.alarms.changeAll([{ kind: "raise", ...late, severity: "MINOR", isQuiet: true }]);
    await at.later(1_000);
    await at.later(1_000);
    expect(await at.told()).toEqual([]);
    const { alarm } = await at.raise("Hot", "CRITICAL");
    await at.later(1_000);
    await at.later(1_000);

    expect(await at.told()).toEqual([`Critical: Hot, device ${at.device.id} | TRYING | ada@example.org`]);
    const items = await at.records.itemsOf(at.device.tenantId, alarm.id, 10);
    expect(items.map(({ silence }) => silence)).toEqual(["LATE", null]);
  });

  test("[ALM3] while a device is silent, what follows from missing data is not told, whichever came first", async () => {
    await using at = await arrange();
    await at.save({ grouping: { by: "NONE", waitMs: 0, everyMs: 0 } });
    const tellings = async () => (await at.told()).map((text) => text.split(",")[0]);
    const missing = { cause: "NO_DATA" };
    const clear = (type: string) =>
      at.alarms.clear({ originator: at.originator, type, tenantId: at.device.tenantId, ts: epochMs(at.time.now) });

    await at.raise("No pressure", "MAJOR", missing);
    await at.later(1);
    await at.raise("Silent", "MAJOR", { ...missing, silent: true });
    await at.later(1);
    await at.raise("Offline", "MAJOR", { cause: "MET", silent: true });
    await at.later(1);
    await at.raise("No flow", "MAJOR", missing);
    await at.raise("Hot", "MAJOR", { cause: "MET" });
    await at.later(1);
    expect(await tellings()).toEqual(["Major: No pressure", "Major: Silent", "Major: Hot"]);

    await clear("Silent");
    await at.later(1);
    await at.later(1);
    expect(await tellings()).toHaveLength(5);
    expect((await tellings()).slice(3).toSorted()).toEqual(["Cleared: Silent", "Major: Offline"]);
    await clear("Offline");
    await at.later(1);
    await at.later(1);
    expect((await tellings()).slice(5).toSorted()).toEqual(["Cleared: Offline", "Major: No flow"]);
  });

  test("[RUL4] what a rule tells is one message for many devices, without a policy", async () => {
    await using at = await arrange();
    const telling = {
      ...{ recipients: { addresses: ["ada@example.org"] }, channels: ["MAIL" as const], language: "en" as const },
      ...{ quietHours: null, perHour: null },
    };

    for (const title of ["One", "Two"]) {
      await at.tell.tell({
        ...{ tenantId: at.device.tenantId, severity: "MAJOR", ts: epochMs(at.time.now), occasion: "TOLD", title },
        ...{ text: "Call the shop", alarmId: null, alarmType: null, deviceId: at.device.id, ruleId: null, key: title },
        place: { name: "a rule", projectId: null, group: "rule/1", telling, waitMs: 1_000, everyMs: 0 },
      });
    }
    await at.notifier.look();
    await at.later(1_000);

    expect(await at.told()).toEqual(["Major: 2 alarms: One, Two | TRYING | ada@example.org"]);
  });
});
