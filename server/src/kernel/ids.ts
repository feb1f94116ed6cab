import { randomBytes, randomUUID } from "node:crypto";

declare const brand: unique symbol;
type Id<Kind extends string> = string & { readonly [brand]: Kind };

export type TenantId = Id<"TENANT">;
export type UserId = Id<"USER">;
export type AuthorityId = Id<"AUTHORITY">;
export type SessionId = Id<"SESSION">;
export type DeviceId = Id<"DEVICE">;
export type DeviceTypeId = Id<"DEVICE_PROFILE">;
export type DeviceGroupId = Id<"DEVICE_GROUP">;
export type DeviceViewId = Id<"DEVICE_VIEW">;
export type CredentialsId = Id<"DEVICE_CREDENTIALS">;
export type CommandId = Id<"COMMAND">;
export type CommunicationId = Id<"COMMUNICATION">;
export type MqttSessionId = Id<"MQTT_SESSION">;
export type FileId = Id<"FILE">;
export type InvitationId = Id<"INVITATION">;
export type ProjectId = Id<"PROJECT">;
export type RoleId = Id<"ROLE">;
export type GrantId = Id<"GRANT">;
export type ApiKeyId = Id<"API_KEY">;
export type AuditId = Id<"AUDIT_LOG">;
export type OutboxId = Id<"OUTBOX_ENTRY">;
export type JobId = Id<"JOB">;
export type AlarmId = Id<"ALARM">;
export type AlarmCommentId = Id<"ALARM_COMMENT">;
export type MaintenanceWindowId = Id<"MAINTENANCE_WINDOW">;
export type ScheduleId = Id<"SCHEDULE">;
export type ReportId = Id<"REPORT">;
/** That of the job that makes it. */
export type ReportFileId = JobId;
export type RuleId = Id<"RULE">;
export type DashboardId = Id<"DASHBOARD">;
export type ShareId = Id<"DASHBOARD_SHARE">;
export type NoteId = Id<"NOTE">;
export type SavedCommandId = Id<"SAVED_COMMAND">;
export type CalculatedChannelId = Id<"CALCULATED_CHANNEL">;

export type NotificationPolicyId = Id<"NOTIFICATION_POLICY">;
export type WebhookId = Id<"WEBHOOK">;
export type NoticeId = Id<"NOTICE">;
export type NotificationId = Id<"NOTIFICATION">;

type AnyId =
  | NotificationPolicyId
  | WebhookId
  | NoticeId
  | NotificationId
  | TenantId
  | UserId
  | AuthorityId
  | SessionId
  | DeviceId
  | DeviceTypeId
  | DeviceGroupId
  | DeviceViewId
  | CredentialsId
  | CommandId
  | CommunicationId
  | MqttSessionId
  | FileId
  | InvitationId
  | ProjectId
  | RoleId
  | GrantId
  | ApiKeyId
  | AuditId
  | OutboxId
  | JobId
  | AlarmId
  | AlarmCommentId
  | MaintenanceWindowId
  | RuleId
  | ScheduleId
  | ReportId
  | DashboardId
  | ShareId
  | NoteId
  | SavedCommandId
  | CalculatedChannelId;

/** A fresh random id; the kind comes from where it is used. */
export const newId = <T extends AnyId>(): T => randomUUID() as T;

/** `bytes` random bytes as text that needs no escaping in a URL, a header or an MQTT field; on a command line or in a cell no hyphen stands first. */
export function randomToken(bytes: number, random: (bytes: number) => Buffer = randomBytes): string {
  const token = random(bytes).toString("base64url");
  return token.startsWith("-") ? randomToken(bytes, random) : token;
}
