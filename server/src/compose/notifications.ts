import type { Logger } from "pino";
import { AllowedAddresses } from "../adapters/outward/allowed-addresses.ts";
import { HttpWebhookSender } from "../adapters/outward/http-webhook-sender.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlAlarmStore } from "../adapters/sql/stores/alarm-store.ts";
import { SqlInboxStore } from "../adapters/sql/stores/inbox-store.ts";
import { SqlLeaseStore } from "../adapters/sql/stores/lease-store.ts";
import { SqlNoticeStore } from "../adapters/sql/stores/notice-store.ts";
import { SqlNotificationPolicyStore } from "../adapters/sql/stores/notification-policy-store.ts";
import { SqlNotificationRecordStore } from "../adapters/sql/stores/notification-record-store.ts";
import { SqlRoleStore } from "../adapters/sql/stores/role-store.ts";
import { SqlRuleActionStore } from "../adapters/sql/stores/rule-action-store.ts";
import { SqlToldAlready } from "../adapters/sql/stores/told-already.ts";
import { SqlUserStore } from "../adapters/sql/stores/user-store.ts";
import { SqlWebhookStore } from "../adapters/sql/stores/webhook-store.ts";
import type { UserPreferences } from "../core/access/index.ts";
import type { Alarms, MaintenanceWindows } from "../core/alarms/index.ts";
import type { Attributes } from "../core/attributes/index.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import { channelDescriber, type DeviceChannels } from "../core/device-channels/index.ts";
import type { Devices } from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import { Lease } from "../core/leases/index.ts";
import {
  Composing,
  Deciding,
  DeliveryAlarms,
  Inbox,
  InboxDelivery,
  NamedRecipients,
  NotificationConsumer,
  type NotificationLimits,
  NotificationPolicies,
  NotificationRecords,
  NotificationTests,
  Notifier,
  Recipients,
  RuleWebhooks,
  rememberedChannels,
  Tell,
  WebhookPosting,
  Webhooks,
  WhyTold,
  WindowWatch,
} from "../core/notifications/index.ts";
import { type Projects, wholeTenant } from "../core/projects/index.ts";
import { type Clock, steadyClock } from "../kernel/time.ts";
import { Troubles } from "../kernel/troubles.ts";
import type { Config } from "../settings/config.ts";
import type { MailParts } from "./mail.ts";

/** Who is told of alarms, and what was told. */
export interface NotificationParts {
  readonly notificationPolicies: NotificationPolicies;
  readonly webhooks: Webhooks;
  readonly notificationRecords: NotificationRecords;
  readonly notificationTests: NotificationTests;
  readonly whyTold: WhyTold;
  readonly inbox: Inbox;
  readonly notifier: Notifier;
  readonly tell: Tell;
  /** For rules. */
  readonly ruleWebhooks: RuleWebhooks;
  readonly namedRecipients: NamedRecipients;
}

interface Around extends MailParts {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly projects: Projects;
  readonly devices: Devices;
  readonly alarms: Alarms;
  readonly maintenance: MaintenanceWindows;
  readonly preferences: UserPreferences;
  readonly deviceChannels: DeviceChannels;
  readonly attributes: Attributes;
  readonly tell: Tell;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Before the alarms, which write into it. */
export const composeTell = (database: Database, transactions: Transactions): Tell =>
  new Tell(new SqlNoticeStore(database), transactions);

export function composeNotifications(config: Config, around: Around): NotificationParts {
  const { database, clock, outbox, courier, tell, mail } = around;
  const limits = limitsOf(config);
  const store = new SqlNoticeStore(database);
  const records = new SqlNotificationRecordStore(database);
  const users = new SqlUserStore(database);
  const policyStore = new SqlNotificationPolicyStore(database);
  const webhookStore = new SqlWebhookStore(database);
  const sender = new HttpWebhookSender({
    allowed: new AllowedAddresses(config.webhookInside),
    limits: { timeoutMs: config.webhookTimeout, answerBytes: config.webhookAnswerBytes },
  });
  const webhooks = new Webhooks({ ...around, store: webhookStore, sender }, limits.webhooks);
  const named = new NamedRecipients({ ...around, users, roles: new SqlRoleStore(database), webhooks });
  const channels = rememberedChannels((tenant, device) => channelDescriber(around, wholeTenant(tenant), device));
  const composing = new Composing({ ...around, store, users, mail, channels }, limits.lines);
  const inbox = new Inbox(new SqlInboxStore(database), around.events, limits.inboxPerUser);
  const alarmStore = new SqlAlarmStore(database);
  const waiting = { waitMs: config.ruleMessageWait, everyMs: config.ruleMessageEvery };
  const decidingParts = { ...around, store, policies: policyStore, alarms: alarmStore };
  const deciding = new Deciding(decidingParts, limits.recheckMs, waiting);
  const alarms = new DeliveryAlarms({ ...around, store });
  const posting = new WebhookPosting({ ...around, webhooks: webhookStore, sender });
  const lease = new Lease({ store: new SqlLeaseStore(database), clock }, "notifications", config.workLease);
  const notifier = new Notifier(
    {
      ...{
        ...around,
        store,
        deciding,
        outbox,
        lease,
        alarms,
        already: new SqlToldAlready(database),
        ...logOf(around.logger),
      },
      tellers: new SqlRuleActionStore(database),
      windows: new WindowWatch({ ...around, store, alarms: alarmStore }, limits.recheckMs),
      recipients: new Recipients({ users, webhooks: webhookStore }, limits.recipients),
      inbox: new InboxDelivery({ store, composing, inbox, clock }),
    },
    limits,
  );
  const { publicUrl, notificationSpan: spanMs } = config;
  courier.serve(new NotificationConsumer({ ...around, store, composing, posting, alarms, publicUrl, spanMs }));
  tell.onAdded(() => notifier.wake());
  return {
    ...{ webhooks, inbox, notifier, tell },
    ruleWebhooks: new RuleWebhooks({ ...around, store, posting, alarms: alarmStore, channels }, limits.recheckMs),
    namedRecipients: named,
    notificationPolicies: new NotificationPolicies({ ...around, store: policyStore, named }, limits.policies),
    notificationRecords: new NotificationRecords({ ...around, records, store, outbox }, limits),
    notificationTests: new NotificationTests(
      { ...around, webhooks, posting, inbox, steady: steadyClock },
      limits.testsPerHour,
    ),
    whyTold: new WhyTold({ records, policies: policyStore, users }),
  };
}

function logOf(logger: Logger) {
  const troubles = new Troubles({
    begins: (error) => logger.error({ err: error }, "notifications are held up"),
    over: (failures) => logger.info({ failures }, "notifications go on"),
  });
  return {
    failed: (error: unknown) => troubles.met("notifications", error),
    well: () => troubles.well("notifications"),
  };
}

const limitsOf = (config: Config): NotificationLimits => ({
  policies: config.notificationPolicies,
  webhooks: config.webhooks,
  inboxPerUser: config.inboxPerUser,
  perHour: config.notificationsPerHour,
  recipients: config.notificationRecipients,
  lines: config.notificationLines,
  recheckMs: config.notificationRecheck,
  retentionMs: config.notificationRetention,
  records: config.notificationRecords,
  items: config.notificationItems,
  testsPerHour: config.notificationTestsPerHour,
});
