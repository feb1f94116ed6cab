import { expect, test } from "vitest";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { notificationPlace } from "../support/notification-place.ts";
import { devicesLike, storedDevice } from "../support/stored-device.ts";
import { sizeOf } from "../switches.ts";

const minute = 60_000;
const many = sizeOf("HELIO_TEST_FAILING_DEVICES");

onEveryDatabase("Notifications", (open) => {
  const arrange = () => notificationPlace(open);

  test("[RUL3] what is to be told is stored with the alarm or not at all", async () => {
    await using at = await arrange();
    await at.save();

    const failing = at.transactions.run(async () => {
      await at.raise("Never");
      throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    await at.later(1_000);
    await at.later(1_000);

    expect(await at.told()).toEqual([]);
  });

  test(`[NTF1, RUL4] ${many} devices that fail in one second are one mail of a policy, and one of a rule`, async () => {
    await using at = await arrange();
    await at.save({ grouping: { by: "TYPE", waitMs: 1_000, everyMs: 60 * minute } });
    const devices = await devicesLike(at.database, at.device.id, many);
    const telling = {
      ...{ recipients: { addresses: ["rule@example.org"] }, channels: ["MAIL" as const], language: "en" as const },
      ...{ quietHours: null, perHour: null },
    };

    for (let begun = 0; begun < many; begun += 500) {
      const some = devices.slice(begun, begun + 500);
      await at.alarms.changeAll(
        some.map((id) => ({
          ...{ kind: "raise" as const, tenantId: at.device.tenantId, originator: { type: "DEVICE" as const, id } },
          ...{ type: "Silent", severity: "MAJOR" as const, endTs: epochMs(at.time.now) },
        })),
      );
      await at.transactions.run(async () => {
        for (const deviceId of some)
          await at.tell.tell({
            ...{ tenantId: at.device.tenantId, severity: "MAJOR", ts: epochMs(at.time.now), occasion: "RAISED" },
            ...{
              key: deviceId,
              title: "Silent",
              text: null,
              alarmId: null,
              alarmType: "Silent",
              deviceId,
              ruleId: null,
            },
            place: { name: "a rule", projectId: null, group: "rule/1", telling, waitMs: 1_000, everyMs: 60 * minute },
          });
      });
      await at.later(0);
    }
    await at.later(1_000);
    await at.later(1_000);

    const mails = (await at.told()).toSorted();
    expect(mails).toEqual(["ada", "rule"].map((name) => `Major: ${many} × Silent | TRYING | ${name}@example.org`));
    expect(at.failures).toEqual([]);
  });

  test("[NTF1] what was measured is on record with what is told, and why not with what is not", async () => {
    await using at = await arrange();
    await at.save();

    const { alarm } = await at.raise("Hot", "MAJOR", { temperature: 99 });
    await at.later(0);
    at.windows.push(at.window({}));
    const { alarm: silenced } = await at.raise("Cold", "MAJOR", { temperature: -99 });
    await at.later(0);

    const items = async (id: typeof alarm.id) => (await at.records.itemsOf(at.device.tenantId, id, 1))[0];
    const readings = [{ key: "temperature", value: 99 }];
    expect(await items(alarm.id)).toMatchObject({ silence: null, detail: null, readings });
    expect(await items(silenced.id)).toMatchObject({ silence: "MAINTENANCE", detail: "Overhaul", readings: [] });
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

  test("[NTF1] what holds for a moment is told once, with what caused it [RUL4]", async () => {
    await using at = await arrange();
    await at.save();
    const [ts, values] = [epochMs(at.time.now), { f: "ARRIVED" }];
    const of = { tenantId: at.device.tenantId, originator: at.originator, type: "File arrived", ts };
    const details = { ruleId: "1", cause: "MET", momentary: true, file: "run 7.csv", values };

    const { alarm } = await at.alarms.raise({ ...of, severity: "INDETERMINATE", endTs: ts, details });
    await at.alarms.clear({ ...of, details: { cause: "NOT_MET", values: { f: "" } } });
    await at.later(1_000);
    await at.later(1_000);

    const items = await at.records.itemsOf(at.device.tenantId, alarm.id, 9);
    expect(items).toMatchObject([{ occasion: "RAISED", readings: [{ value: "run 7.csv", isFile: true }] }]);
    expect(await at.told()).toHaveLength(1);
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

  test("[ALM3] what begins in a maintenance window is told when that ends and it is still active, and what ended is not", async () => {
    await using at = await arrange();
    const escalation = [
      { afterMs: minute, recipients: { addresses: ["boss@example.org"] }, channels: ["MAIL" as const] },
    ];
    await at.save({ escalation, grouping: { by: "NONE", waitMs: 0, everyMs: 0 } });
    at.windows.push(at.window({ endTs: epochMs(at.time.now + 10 * minute) }));

    await at.raise("Stays");
    await at.raise("Ends");
    await at.later(minute);
    await at.alarms.clear({
      ...{ tenantId: at.device.tenantId, originator: at.originator, type: "Ends", ts: epochMs(at.time.now) },
    });
    for (let passed = 0; passed < 8; passed++) await at.later(minute);
    expect(await at.told()).toEqual([]);
    at.windows.length = 0; // what is over is not among those that are on
    await at.later(minute);
    await at.later(0);

    const name = `Major: Stays, device ${at.device.id} | TRYING`;
    expect(await at.told()).toEqual([`${name} | ada@example.org`]);
    await at.later(minute);
    await at.later(0);
    expect((await at.told()).slice(1)).toEqual([`${name} | boss@example.org`]);
  });

  test("[ALM3] an alarm that is told already is not escalated in a maintenance window; afterwards it is, and told again", async () => {
    await using at = await arrange();
    const escalation = [
      { afterMs: minute, recipients: { addresses: ["boss@example.org"] }, channels: ["MAIL" as const] },
    ];
    await at.save({ escalation, grouping: { by: "NONE", waitMs: 0, everyMs: 0 } });
    await at.raise("Hot");
    await at.later(0);
    at.windows.push(at.window({}));

    for (let passed = 0; passed < 3; passed++) await at.later(minute);
    expect(await at.told()).toHaveLength(1);
    at.windows.length = 0;
    await at.later(minute);
    await at.later(0);

    expect((await at.told()).map((text) => text.split(" | ").at(-1)).toSorted()).toEqual([
      ...["ada@example.org", "ada@example.org", "boss@example.org"],
    ]);
  });

  test("[ALM3] what was told before is told again when its shelving or a window ends and it is still active", async () => {
    await using at = await arrange();
    await at.save({ grouping: { by: "NONE", waitMs: 0, everyMs: 0 }, perHour: null });
    const { alarm } = await at.raise("Hot");
    await at.later(0);

    at.time.now += 1;
    await at.transactions.run(() => at.alarms.awake(alarm));
    await at.later(0);
    await at.later(minute);
    const occasions = async () =>
      (await at.records.itemsOf(at.device.tenantId, alarm.id, 10)).map(({ occasion }) => occasion);
    expect(await occasions()).toEqual(["RAISED", "RETURNED"]);

    at.windows.push(at.window({}));
    for (let passed = 0; passed < 3; passed++) await at.later(minute);
    at.windows.length = 0;
    for (let passed = 0; passed < 3; passed++) await at.later(minute);

    expect(await occasions()).toEqual(["RAISED", "RETURNED", "RETURNED"]);
  });

  test("[RUN12] what was collected by a clock that was a day ahead does not wait a day", async () => {
    await using at = await arrange();
    await at.save({ grouping: { by: "ALL", waitMs: 60_000, everyMs: 0 } });
    at.time.now += 86_400_000;
    await at.raise("Hot");
    await at.later(0);

    await at.later(-86_400_000);

    expect(await at.told()).toEqual([`Major: Hot, device ${at.device.id} | TRYING | ada@example.org`]);
  });

  test("[NTF1] what is on record of a tenant has bounds, by time and by number; what is not told yet stays", async () => {
    await using at = await arrange();
    await at.save({ grouping: { by: "NONE", waitMs: 0, everyMs: 0 } });
    for (const type of ["A", "B", "C"]) {
      await at.raise(type);
      await at.later(1);
    }
    at.windows.push(at.window({}));
    await at.raise("Silenced");
    await at.later(1);
    at.windows.length = 0;
    const counts = async () => {
      const items = await at.database.read.selectFrom("notice_items").select("id").execute();
      return [(await at.told()).length, items.length];
    };
    expect(await counts()).toEqual([3, 4]);

    await at.store.removeBeyond(2);
    expect(await counts()).toEqual([2, 3]);
    await at.store.removeItemsBeyond(2);
    expect(await counts()).toEqual([1, 2]);
    await at.raise("Not told yet");
    await at.store.removeBefore(epochMs(at.time.now + 1), 100);
    expect(await counts()).toEqual([0, 0]);
    await at.later(60 * minute);
    expect((await at.told()).some((text) => text.includes("Not told yet"))).toBe(true);
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
