import {
  deliveryStates,
  type InboxRecord,
  type NotificationCounts,
  type NotificationDetail,
  type NotificationPolicyInput,
  type NotificationPolicyRecord,
  type NotificationRecord,
  type ToldItemRecord,
  type WebhookInput,
  type WebhookWithSecret,
} from "@heliograph/contract";
import {
  type InboxMessage,
  keyOf,
  type NoticeItem,
  type NotificationOnRecord,
  type NotificationPolicy,
  type PolicyProperties,
  type ShownWebhook,
  scheduleOf,
  type WebhookProperties,
} from "../../../core/notifications/index.ts";
import { projectIdIn, projectReferenceOf } from "./project-record.ts";

const reference = <const Kind extends string>(entityType: Kind, id: string | null) =>
  id && ({ entityType, id } as const);

const groupedByDefault = { by: "ALL", waitMs: 5_000, everyMs: 60_000 } as const;

export const policyRecordOf = (policy: NotificationPolicy): NotificationPolicyRecord => {
  const { id, tenantId, projectId, channels, escalation, ...rest } = policy;
  return {
    ...rest,
    id: { entityType: "NOTIFICATION_POLICY", id },
    tenantId: { entityType: "TENANT", id: tenantId },
    projectId: projectReferenceOf(projectId),
    channels: [...channels],
    escalation: [...escalation],
  };
};

export const policyPropertiesOf = (input: NotificationPolicyInput): PolicyProperties => ({
  name: input.name,
  projectId: projectIdIn(input.projectId ?? undefined),
  enabled: input.enabled ?? true,
  alarms: input.alarms ?? {},
  recipients: input.recipients,
  channels: input.channels ?? ["INBOX", "MAIL"],
  grouping: { ...groupedByDefault, ...input.grouping },
  quietHours: input.quietHours ?? null,
  escalation: input.escalation ?? [],
  perHour: input.perHour ?? null,
  tellCleared: input.tellCleared ?? true,
  language: input.language ?? "en",
});

export const webhookRecordOf = ({ webhook, isInside, secret }: ShownWebhook): WebhookWithSecret => ({
  id: { entityType: "WEBHOOK", id: webhook.id },
  createdTime: webhook.createdTime,
  updatedTime: webhook.updatedTime,
  tenantId: { entityType: "TENANT", id: webhook.tenantId },
  projectId: projectReferenceOf(webhook.projectId),
  name: webhook.name,
  template: webhook.template,
  host: webhook.host,
  isInside,
  chatId: webhook.chatId,
  secret,
});

export const webhookPropertiesOf = (input: WebhookInput): WebhookProperties => ({
  name: input.name,
  projectId: projectIdIn(input.projectId ?? undefined),
  template: input.template ?? "JSON",
  url: input.url,
  chatId: input.chatId || null,
});

export const notificationRecordOf = (one: NotificationOnRecord): NotificationRecord => ({
  id: { entityType: "NOTIFICATION", id: one.id },
  createdTime: one.createdTime,
  tenantId: { entityType: "TENANT", id: one.tenantId },
  projectId: projectReferenceOf(one.projectId),
  policyId: reference("NOTIFICATION_POLICY", one.policyId) || null,
  ruleId: reference("RULE", one.ruleId) || null,
  policyName: one.policyName,
  ...{ step: one.step, subject: one.subject, severity: one.severity, count: one.count, channel: one.channel },
  recipient: one.name,
  userId: reference("USER", one.userId) || null,
  webhookId: reference("WEBHOOK", one.webhookId) || null,
  ...{ state: one.shownState, reason: one.reason, heldUntil: one.heldUntil, nextAttempt: one.nextAttempt },
  ...{ attempts: one.attempts, answer: one.answer, deliveredTime: one.deliveredTime },
  groupedInto: reference("NOTIFICATION", one.groupedInto) || null,
});

const itemRecordOf = (item: NoticeItem): ToldItemRecord => ({
  alarmId: reference("ALARM", item.alarmId) || null,
  deviceId: reference("DEVICE", item.deviceId) || null,
  ...{ deviceName: item.deviceName, title: item.title, severity: item.severity, occasion: item.occasion, ts: item.ts },
});

export const notificationDetailOf = (one: NotificationOnRecord, items: readonly NoticeItem[]): NotificationDetail => ({
  ...notificationRecordOf(one),
  ...{ key: keyOf(one.id), tries: [...one.tries], sent: one.sent, items: items.map(itemRecordOf) },
  scheduleId: reference("SCHEDULE", items.map(scheduleOf).find((id) => id !== undefined) ?? null) || null,
});

export const countsRecordOf = (counts: ReadonlyMap<string, number>): NotificationCounts => {
  const each = Object.fromEntries(deliveryStates.map((state) => [state, counts.get(state) ?? 0]));
  return { all: [...counts.values()].reduce((sum, one) => sum + one, 0), ...each } as NotificationCounts;
};

export const inboxRecordOf = (message: InboxMessage): InboxRecord => ({
  ...message,
  id: { entityType: "NOTIFICATION", id: message.id },
  alarmId: reference("ALARM", message.alarmId) || null,
  deviceId: reference("DEVICE", message.deviceId) || null,
});
