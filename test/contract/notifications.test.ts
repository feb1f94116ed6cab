import { randomBytes } from "node:crypto";
import type { AlarmSeverity } from "@heliograph/contract";
import { expect, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { KeySealer } from "../../server/src/adapters/secrets/key-sealer.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAlarmCommentStore } from "../../server/src/adapters/sql/stores/alarm-comment-store.ts";
import { SqlAlarmStore } from "../../server/src/adapters/sql/stores/alarm-store.ts";
import { SqlInboxStore } from "../../server/src/adapters/sql/stores/inbox-store.ts";
import { SqlLeaseStore } from "../../server/src/adapters/sql/stores/lease-store.ts";
import { SqlNoticeStore } from "../../server/src/adapters/sql/stores/notice-store.ts";
import { SqlNotificationPolicyStore } from "../../server/src/adapters/sql/stores/notification-policy-store.ts";
import { SqlNotificationRecordStore } from "../../server/src/adapters/sql/stores/notification-record-store.ts";
import { SqlOutboxStore } from "../../server/src/adapters/sql/stores/outbox-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import { SqlWebhookStore } from "../../server/src/adapters/sql/stores/webhook-store.ts";
import { AlarmComments, Alarms } from "../../server/src/core/alarms/index.ts";
import { EventsAfterCommit } from "../../server/src/core/changes/index.ts";
import { Lease } from "../../server/src/core/leases/index.ts";
import {
  Composing,
  Deciding,
  Inbox,
  InboxDelivery,
  type NotificationLimits,
  type NotificationPolicy,
  Notifier,
  Recipients,
  Tell,
} from "../../server/src/core/notifications/index.ts";
import { Outbox } from "../../server/src/core/outbox/index.ts";
import { type NotificationPolicyId, newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";
import { storedDevice } from "../support/stored-device.ts";

const limits: NotificationLimits = {
  ...{ policies: 10, webhooks: 10, inboxPerUser: 2, perHour: 2, recipients: 10, lines: 5, recheckMs: 1_000 },
  ...{ retentionMs: 1_000, records: 100, testsPerHour: 1 },
};
const alarmLimits = {
  ...{ perTenant: 1_000, openPerDevice: 1_000, detailsBytes: 1_000, commentsPerAlarm: 10, windowsPerTenant: 1 },
  retentionMs: 1,
};
const minute = 60_000;
/** A Monday at 12:00 UTC. */
const noon = Date.UTC(2026, 10, 16, 12);

onEveryDatabase("Notifications", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const device = await storedDevice(database);
    const time = { now: noon };
    const clock = () => epochMs(time.now);
    const transactions = new SqlTransactions(database);
    const events = new EventsAfterCommit(new LocalBus(() => undefined), transactions);
    const store = new SqlNoticeStore(database);
    const alarmStore = new SqlAlarmStore(database);
    const tell = new Tell(store, transactions);
    const comments = new AlarmComments(
      { transactions, events, clock, audit: noAudit, store: new SqlAlarmCommentStore(database), alarms: alarmStore },
      10,
    );
    const alarms = new Alarms(
      { transactions, events, clock, store: alarmStore, comments, follower: tell },
      alarmLimits,
    );
    const policies = new SqlNotificationPolicyStore(database);
    const records = new SqlNotificationRecordStore(database);
    const users = new SqlUserStore(database);
    const outboxStore = new SqlOutboxStore(database);
    const outbox = new Outbox(
      { store: outboxStore, transactions, sealer: new KeySealer(randomBytes(32)), audit: noAudit, clock },
      100,
    );
    const mail = { linkTo: () => undefined };
    const preferences = {
      of: async () => ({
        ...{ language: null, region: null, timeZone: null },
        notifications: { security: true, invitations: true, alarms: true },
      }),
    };
    const composing = new Composing({ store, users, preferences, mail }, limits.lines);
    const inbox = new Inbox(new SqlInboxStore(database), events, limits.inboxPerUser);
    const failures: unknown[] = [];
    const notifier = new Notifier(
      {
        ...{ store, transactions, outbox, clock, failed: (error) => void failures.push(error), well: () => undefined },
        deciding: new Deciding(
          { store, policies, alarms: alarmStore, maintenance: { on: async () => [] }, clock },
          limits.recheckMs,
        ),
        recipients: new Recipients({ users, webhooks: new SqlWebhookStore(database) }, limits.recipients),
        inbox: new InboxDelivery({ store, composing, inbox, clock }),
        lease: new Lease(
          { store: new SqlLeaseStore(database), clock, monotonic: () => time.now },
          "notifications",
          10_000,
        ),
      },
      limits,
    );
    const save = async (fields: Partial<NotificationPolicy> = {}) => {
      const policy: NotificationPolicy = {
        ...{ id: newId<NotificationPolicyId>(), tenantId: device.tenantId, projectId: null, name: "all", version: 1 },
        ...{
          createdTime: clock(),
          updatedTime: clock(),
          enabled: true,
          alarms: {},
          channels: ["MAIL"],
          language: "en",
        },
        ...{ recipients: { addresses: ["ada@example.org"] }, grouping: { by: "ALL", waitMs: 1_000, everyMs: 0 } },
        ...{ quietHours: null, escalation: [], perHour: null, tellCleared: true },
        ...fields,
      };
      await policies.insert(policy, 10);
      return policy;
    };
    const originator = { type: "DEVICE", id: device.id } as const;
    const raise = (type = "Hot", severity: AlarmSeverity = "MAJOR", details: unknown = null) =>
      alarms.raise({ tenantId: device.tenantId, originator, type, severity, endTs: clock(), details });
    const later = async (ms: number) => {
      time.now += ms;
      await notifier.look();
    };
    const all = {
      ...{
        tenantId: device.tenantId,
        projects: "all" as const,
        channel: undefined,
        alarmId: undefined,
        userId: undefined,
      },
      ...{ webhookId: undefined, textSearch: undefined, startTime: undefined, endTime: undefined, state: undefined },
    };
    const told = async () => {
      const { data } = await records.page(all, { page: 0, limit: 100 });
      return data
        .toReversed()
        .map(({ subject, shownState, reason, name }) =>
          [subject, shownState, reason, name].filter(Boolean).join(" | "),
        );
    };
    return {
      ...{
        database,
        device,
        time,
        store,
        alarms,
        alarmStore,
        transactions,
        notifier,
        save,
        raise,
        later,
        told,
        records,
        all,
        originator,
      },
      ...{ tell, failures, [Symbol.asyncDispose]: dispose },
    };
  }

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

  test("[ALM3] what follows from a silent device is told when that is over and it is still there", async () => {
    await using at = await arrange();
    await at.save();
    const silent = { cause: "NO_DATA" };
    await at.raise("Silent", "MAJOR", silent);
    at.time.now += 1;
    await at.raise("No flow", "MAJOR", silent);
    await at.later(1_000);
    await at.later(1_000);
    const name = `device ${at.device.id}`;
    expect(await at.told()).toEqual([`Major: Silent, ${name} | TRYING | ada@example.org`]);

    await at.alarms.clear({
      tenantId: at.device.tenantId,
      originator: at.originator,
      type: "Silent",
      ts: epochMs(at.time.now),
      details: silent,
    });
    await at.later(1);
    await at.later(1_000);
    await at.later(1_000);

    const [, after] = await at.told();
    expect(after).toContain("No flow");
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
        ...{ text: "Call the shop", alarmId: null, deviceId: at.device.id, deviceName: "pump" },
        place: { name: "a rule", projectId: null, group: "rule/1", telling, waitMs: 1_000, everyMs: 0 },
      });
    }
    await at.notifier.look();
    await at.later(1_000);

    expect(await at.told()).toEqual(["Major: 2 alarms: One, Two | TRYING | ada@example.org"]);
  });
});
