import type { Generated } from "kysely";

/** Who is told of alarms, what has to be told, and what was [NTF1]. */
export interface NotificationTables {
  notification_policies: PoliciesTable;
  webhooks: WebhooksTable;
  alarm_news: AlarmNewsTable;
  notices: NoticesTable;
  notice_items: NoticeItemsTable;
  notification_timers: TimersTable;
  notifications: NotificationsTable;
  inbox: InboxTable;
}

interface PoliciesTable {
  id: string;
  tenant_id: string;
  project_id: string | null;
  name: string;
  name_key: string;
  /** JSON: everything else that people say of it. */
  definition: string;
  version: number;
  created_time: number;
  updated_time: number;
}

interface WebhooksTable {
  id: string;
  tenant_id: string;
  project_id: string | null;
  name: string;
  name_key: string;
  template: string;
  /** Sealed. */
  url: string;
  host: string;
  /** Sealed. */
  secret: string;
  chat_id: string | null;
  created_time: number;
  updated_time: number;
}

interface AlarmNewsTable {
  seq: Generated<number>;
  tenant_id: string;
  kind: string;
  alarm_id: string | null;
  severity: number;
  ts: number;
  /** JSON. */
  body: string | null;
  is_quiet: number;
}

interface NoticesTable {
  id: string;
  tenant_id: string;
  project_id: string | null;
  policy_id: string | null;
  rule_id: string | null;
  name: string;
  step: number;
  group_key: string;
  /** JSON. */
  telling: string;
  opened_time: number;
  due: number;
  /** Null while it collects. */
  closed_time: number | null;
}

interface NoticeItemsTable {
  id: string;
  tenant_id: string;
  notice_id: string | null;
  policy_id: string | null;
  alarm_id: string | null;
  device_id: string | null;
  device_name: string | null;
  title: string;
  said: string | null;
  severity: number;
  occasion: string;
  ts: number;
  decided_time: number;
  silence: string | null;
  until: number | null;
  detail: string | null;
  /** The key of what told it. */
  origin: string | null;
}

interface TimersTable {
  key: string;
  tenant_id: string;
  kind: string;
  alarm_id: string;
  device_id: string;
  policy_id: string | null;
  step: number;
  due: number;
  /** JSON, of what is told without a policy. */
  body: string | null;
}

interface NotificationsTable {
  id: string;
  /** Of the outbox. */
  key: string;
  tenant_id: string;
  notice_id: string;
  project_id: string | null;
  policy_id: string | null;
  rule_id: string | null;
  policy_name: string;
  step: number;
  subject: string;
  severity: number;
  alarms: number;
  channel: string;
  recipient: string;
  user_id: string | null;
  webhook_id: string | null;
  state: string;
  reason: string | null;
  held_until: number | null;
  grouped_into: string | null;
  created_time: number;
  delivered_time: number | null;
  attempts: number;
  answer: string | null;
  /** JSON list. */
  tries: string;
  sent: string | null;
  /** When it was handed to the outbox, or put into an inbox. */
  queued_time: number | null;
  /** The device at which it is an alarm that it fails. */
  failed_at: string | null;
}

interface InboxTable {
  id: string;
  tenant_id: string;
  assignment_id: string;
  created_time: number;
  is_read: number;
  /** JSON. */
  body: string;
}
