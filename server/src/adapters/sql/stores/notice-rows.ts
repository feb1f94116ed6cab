import type {
  DeliveryReason,
  NotificationAttempt,
  NotificationChannel,
  NotificationOccasion,
} from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { Selectable } from "kysely";
import { rankOf, severityOfRank } from "../../../core/alarms/index.ts";
import {
  type AlarmNews,
  keyOf,
  type Notice,
  type NoticeItem,
  type Notification,
  type NotificationTimer,
  type Reading,
  type SaidByRule,
  type SilenceKind,
  type StoredState,
  type TakenNews,
} from "../../../core/notifications/index.ts";
import type {
  AlarmId,
  DeviceId,
  NoticeId,
  NotificationId,
  NotificationPolicyId,
  ProjectId,
  RuleId,
  TenantId,
  UserId,
  WebhookId,
} from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { JsonColumns } from "../json-rows.ts";
import type { Tables } from "../tables.ts";

const momentOf = (ms: number | null) => (ms === null ? null : epochMs(ms));

export type NewsRow = Omit<Selectable<Tables["alarm_news"]>, "seq">;
export const newsColumns: JsonColumns<NewsRow> = {
  ...{ tenant_id: "uuid", kind: "text", alarm_id: "uuid", severity: "bigint", ts: "bigint", body: "text" },
  is_quiet: "bigint",
} as const;
export const newsRow = (news: AlarmNews): NewsRow => ({
  ...{ tenant_id: news.tenantId, kind: news.kind, alarm_id: news.alarmId, severity: rankOf(news.severity) },
  ...{ ts: news.ts, body: news.body, is_quiet: news.isQuiet ? 1 : 0 },
});
export const newsOf = (row: NewsRow & { seq: number }): TakenNews => ({
  seq: Number(row.seq),
  kind: row.kind as AlarmNews["kind"],
  tenantId: row.tenant_id as TenantId,
  alarmId: row.alarm_id as AlarmId | null,
  severity: severityOfRank(row.severity),
  ts: epochMs(row.ts),
  body: row.body,
  isQuiet: row.is_quiet === 1,
});

/** The column has to be something. */
const noAlarm = "00000000-0000-0000-0000-000000000000";

export const timerRow = (timer: NotificationTimer): Tables["notification_timers"] => ({
  key: timer.key,
  tenant_id: timer.tenantId,
  kind: timer.kind,
  alarm_id: timer.alarmId ?? noAlarm,
  device_id: timer.deviceId,
  policy_id: timer.policyId,
  step: timer.step,
  due: timer.due,
  body: timer.body,
});
export const timerColumns: JsonColumns<Tables["notification_timers"]> = {
  ...{ key: "text", tenant_id: "uuid", kind: "text", alarm_id: "uuid", device_id: "uuid", policy_id: "uuid" },
  ...{ step: "bigint", due: "bigint", body: "text" },
} as const;
export const timerOf = (row: Tables["notification_timers"]): NotificationTimer => ({
  key: row.key,
  tenantId: row.tenant_id as TenantId,
  kind: row.kind as NotificationTimer["kind"],
  alarmId: row.alarm_id === noAlarm ? null : (row.alarm_id as AlarmId),
  deviceId: row.device_id as DeviceId,
  policyId: row.policy_id as NotificationPolicyId | null,
  step: row.step,
  due: epochMs(row.due),
  body: row.body,
});

export const noticeRow = (notice: Notice): Tables["notices"] => ({
  id: notice.id,
  tenant_id: notice.tenantId,
  project_id: notice.projectId,
  policy_id: notice.policyId,
  rule_id: notice.ruleId,
  name: notice.name,
  step: notice.step,
  group_key: notice.group,
  telling: JSON.stringify(notice.telling),
  opened_time: notice.openedTime,
  due: notice.due,
  closed_time: null,
});
export const noticeColumns: JsonColumns<Tables["notices"]> = {
  ...{ id: "uuid", tenant_id: "uuid", project_id: "uuid", policy_id: "uuid", rule_id: "uuid", name: "text" },
  ...{
    step: "bigint",
    group_key: "text",
    telling: "text",
    opened_time: "bigint",
    due: "bigint",
    closed_time: "bigint",
  },
} as const;
export const tellingOf = (text: string): Notice["telling"] => {
  const { recipients, channels, language, quietHours, perHour } = parseJsonText(text) as Notice["telling"]; // written by us
  return { recipients, channels, language, quietHours, perHour };
};
export const noticeOf = (row: Tables["notices"]): Notice => ({
  id: row.id as NoticeId,
  tenantId: row.tenant_id as TenantId,
  projectId: row.project_id as ProjectId | null,
  policyId: row.policy_id as NotificationPolicyId | null,
  ruleId: row.rule_id as RuleId | null,
  name: row.name,
  step: row.step,
  group: row.group_key,
  telling: tellingOf(row.telling),
  openedTime: epochMs(row.opened_time),
  due: epochMs(row.due),
});

export const itemColumns: JsonColumns<Tables["notice_items"]> = {
  ...{ id: "uuid", tenant_id: "uuid", notice_id: "uuid", policy_id: "uuid", alarm_id: "uuid", device_id: "uuid" },
  ...{ device_name: "text", title: "text", said: "text", severity: "bigint", occasion: "text", ts: "bigint" },
  ...{ decided_time: "bigint", silence: "text", until: "bigint", detail: "text", origin: "text" },
} as const;
export const itemRow = (item: NoticeItem): Tables["notice_items"] => ({
  ...{ id: item.id, tenant_id: item.tenantId, notice_id: item.noticeId, policy_id: item.policyId },
  ...{ alarm_id: item.alarmId, device_id: item.deviceId, device_name: item.deviceName, title: item.title },
  ...{ said: item.text, severity: rankOf(item.severity), occasion: item.occasion, ts: item.ts },
  ...{ decided_time: item.decidedTime, silence: item.silence, until: item.until, detail: detailOf(item) },
  origin: item.origin,
});
/** Of what is told there is no reason why it is not: the column has what was measured. */
const detailOf = ({ silence, detail, readings }: NoticeItem): string | null =>
  silence === null && readings.length > 0 ? JSON.stringify(readings) : detail;
const readingsOf = ({ silence, detail }: Tables["notice_items"]): readonly Reading[] =>
  silence === null && detail !== null ? (parseJsonText(detail) as Reading[]) : []; // written by us
export const itemOf = (row: Tables["notice_items"]): NoticeItem => ({
  id: row.id,
  tenantId: row.tenant_id as TenantId,
  noticeId: row.notice_id as NoticeId | null,
  policyId: row.policy_id as NotificationPolicyId | null,
  alarmId: row.alarm_id as AlarmId | null,
  deviceId: row.device_id as DeviceId | null,
  deviceName: row.device_name,
  title: row.title,
  text: row.said,
  severity: severityOfRank(row.severity),
  occasion: row.occasion as NotificationOccasion,
  ts: epochMs(row.ts),
  decidedTime: epochMs(row.decided_time),
  silence: row.silence as SilenceKind | null,
  until: momentOf(row.until),
  detail: row.silence === null ? null : row.detail,
  readings: readingsOf(row),
  origin: row.origin,
});

/** Beside the notice it was told in; how long it waits for others is said by who tells it again. */
export const saidOf = (
  row: Pick<Tables["notice_items"], "alarm_id" | "device_id" | "title" | "said" | "origin" | "occasion"> &
    Pick<Tables["notices"], "group_key" | "name" | "telling" | "rule_id" | "project_id">,
): SaidByRule => {
  const [alarmId, deviceId] = [row.alarm_id as AlarmId, row.device_id as DeviceId];
  const group = row.group_key.replace(/^told\//, "");
  const place = { name: row.name, group, telling: tellingOf(row.telling), waitMs: 0, everyMs: 0 };
  return {
    ...{ alarmId, deviceId },
    message: {
      ...{ key: row.origin ?? "", occasion: row.occasion as NotificationOccasion, title: row.title, text: row.said },
      ...{ alarmId, alarmType: null, deviceId, ruleId: row.rule_id as RuleId | null },
      place: { ...place, projectId: row.project_id as ProjectId | null },
    },
  };
};

export const notificationRow = (one: Notification): Tables["notifications"] => ({
  ...{ id: one.id, key: keyOf(one.id), tenant_id: one.tenantId, notice_id: one.noticeId, project_id: one.projectId },
  ...{
    policy_id: one.policyId,
    rule_id: one.ruleId,
    policy_name: one.policyName,
    step: one.step,
    subject: one.subject,
  },
  ...{ severity: rankOf(one.severity), alarms: one.count, channel: one.channel, recipient: one.name },
  ...{ user_id: one.userId, webhook_id: one.webhookId, state: one.state, reason: one.reason },
  ...{ held_until: one.heldUntil, grouped_into: one.groupedInto, created_time: one.createdTime },
  ...{ delivered_time: one.deliveredTime, attempts: one.attempts, answer: one.answer },
  ...{ tries: JSON.stringify(one.tries), sent: one.sent, queued_time: one.queuedTime, failed_at: one.failedAt },
});
export const notificationOf = (row: Tables["notifications"]): Notification => ({
  id: row.id as NotificationId,
  tenantId: row.tenant_id as TenantId,
  noticeId: row.notice_id as NoticeId,
  projectId: row.project_id as ProjectId | null,
  policyId: row.policy_id as NotificationPolicyId | null,
  ruleId: row.rule_id as RuleId | null,
  policyName: row.policy_name,
  step: row.step,
  subject: row.subject,
  severity: severityOfRank(row.severity),
  count: row.alarms,
  channel: row.channel as NotificationChannel,
  name: row.recipient,
  userId: row.user_id as UserId | null,
  webhookId: row.webhook_id as WebhookId | null,
  state: row.state as StoredState,
  reason: row.reason as DeliveryReason | null,
  heldUntil: momentOf(row.held_until),
  groupedInto: row.grouped_into as NotificationId | null,
  createdTime: epochMs(row.created_time),
  queuedTime: momentOf(row.queued_time),
  deliveredTime: momentOf(row.delivered_time),
  attempts: row.attempts,
  answer: row.answer,
  tries: parseJsonText(row.tries) as NotificationAttempt[], // written by us
  sent: row.sent,
  failedAt: row.failed_at as DeviceId | null,
});
