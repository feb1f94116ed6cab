import { randomBytes } from "node:crypto";
import type { AlarmSeverity } from "@heliograph/contract";
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
import { SqlRuleActionStore } from "../../server/src/adapters/sql/stores/rule-action-store.ts";
import { SqlToldAlready } from "../../server/src/adapters/sql/stores/told-already.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import { SqlWebhookStore } from "../../server/src/adapters/sql/stores/webhook-store.ts";
import { AlarmComments, Alarms, type MaintenanceWindow } from "../../server/src/core/alarms/index.ts";
import { EventsAfterCommit } from "../../server/src/core/changes/index.ts";
import { Lease } from "../../server/src/core/leases/index.ts";
import {
  Composing,
  Deciding,
  DeliveryAlarms,
  Inbox,
  InboxDelivery,
  type NotificationLimits,
  type NotificationPolicy,
  Notifier,
  Recipients,
  Tell,
  WindowWatch,
} from "../../server/src/core/notifications/index.ts";
import { Outbox } from "../../server/src/core/outbox/index.ts";
import { type MaintenanceWindowId, type NotificationPolicyId, newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { noAudit } from "./no-audit.ts";
import type { OpenDatabase } from "./shared-database.ts";
import { storedDevice } from "./stored-device.ts";

const limits: NotificationLimits = {
  ...{ policies: 10, webhooks: 10, inboxPerUser: 2, perHour: 2, recipients: 10, lines: 5, recheckMs: 1_000 },
  ...{ retentionMs: 1_000, records: 100, items: 1_000, testsPerHour: 1 },
};
const alarmLimits = {
  ...{ perTenant: 20_000, openPerDevice: 1_000, detailsBytes: 1_000, commentsPerAlarm: 10, windowsPerTenant: 1 },
  retentionMs: 1,
};
/** A Monday at 12:00 UTC. */
const noon = Date.UTC(2026, 10, 16, 12);

/** What tells people of alarms, on a database; time passes by hand. */
export async function notificationPlace(open: () => Promise<OpenDatabase>) {
  const { database, [Symbol.asyncDispose]: dispose } = await open();
  const device = await storedDevice(database);
  const time = { now: noon };
  const windows: MaintenanceWindow[] = [];
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
  const alarms = new Alarms({ transactions, events, clock, store: alarmStore, comments, follower: tell }, alarmLimits);
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
  const channels = async () => (key: string) => ({ name: key, unit: key === "temperature" ? "Cel" : "" });
  const composing = new Composing({ store, users, preferences, mail, channels }, limits.lines);
  const inbox = new Inbox(new SqlInboxStore(database), events, limits.inboxPerUser);
  const failures: unknown[] = [];
  const maintenance = { on: async () => windows };
  const watch = new WindowWatch(
    {
      ...{ maintenance, alarms: alarmStore, transactions, clock },
      store: {
        tenantsWithWindows: async () => [device.tenantId],
        toldOf: (ids) => store.toldOf(ids),
        saidByRules: (ids) => store.saidByRules(ids),
        setTimers: (timers) => store.setTimers(timers),
      },
    },
    limits.recheckMs,
  );
  const notifier = new Notifier(
    {
      already: new SqlToldAlready(database),
      ...{ store, transactions, outbox, clock, failed: (error) => void failures.push(error), well: () => undefined },
      deciding: new Deciding({ store, policies, alarms: alarmStore, maintenance, clock }, limits.recheckMs, {
        waitMs: 0,
        everyMs: 0,
      }),
      alarms: new DeliveryAlarms({ store, alarms, transactions, clock }),
      tellers: new SqlRuleActionStore(database),
      windows: { look: () => watch.look(time.now) },
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
  const window = (changes: Partial<MaintenanceWindow>): MaintenanceWindow => ({
    ...{ id: newId<MaintenanceWindowId>(), tenantId: device.tenantId, name: "Overhaul", description: null },
    ...{ startTs: epochMs(0), endTs: null, recurrence: null, deviceId: device.id, projectId: null },
    ...{ deviceTypeId: null, alarmType: null, deviceProjectId: null, createdTime: epochMs(0) },
    ...changes,
  });
  const all = {
    ...{
      tenantId: device.tenantId,
      projects: "all" as const,
      channel: undefined,
      alarmId: undefined,
      userId: undefined,
    },
    ...{
      webhookId: undefined,
      ruleId: undefined,
      textSearch: undefined,
      startTime: undefined,
      endTime: undefined,
      state: undefined,
    },
  };
  const told = async () => {
    const { data } = await records.page(all, { page: 0, limit: 100 });
    return data
      .toReversed()
      .map(({ subject, shownState, reason, name }) => [subject, shownState, reason, name].filter(Boolean).join(" | "));
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
    ...{ tell, failures, windows, window, policies, users, clock, [Symbol.asyncDispose]: dispose },
  };
}
