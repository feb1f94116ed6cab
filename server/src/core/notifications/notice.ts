import type {
  AlarmSeverity,
  DeliveryReason,
  NotificationAttempt,
  NotificationChannel,
  NotificationOccasion,
} from "@heliograph/contract";
import type {
  AlarmId,
  AuthorityId,
  DeviceId,
  NoticeId,
  NotificationId,
  NotificationPolicyId,
  ProjectId,
  RuleId,
  TenantId,
  UserId,
  WebhookId,
} from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Telling } from "./notification-policy.ts";
import type { Reading } from "./reading.ts";

/** Why nobody is told of an alarm for now [ALM3]; of what is late, or of the end of what was not told, nobody ever is [RUL3]. */
export type SilenceKind = "SHELVED" | "MAINTENANCE" | "FOLLOWS_SILENCE" | "LATE" | "UNTOLD";

/** What happened to an alarm, kept with the change until it was decided who is told; or what a rule wants told. */
export interface AlarmNews {
  readonly kind: "RAISED" | "CHANGED" | "CLEARED" | "ACKED" | "AWAKE" | "TOLD";
  readonly tenantId: TenantId;
  readonly alarmId: AlarmId | null;
  readonly severity: AlarmSeverity;
  readonly ts: EpochMs;
  /** JSON, of what is told without a policy. */
  readonly body: string | null;
  /** On record only: it is late, or too long ago [RUL3]. */
  readonly isQuiet: boolean;
}

/** News as it was taken. */
export interface TakenNews extends AlarmNews {
  readonly seq: number;
}

/** A message in the making: collects what is told together until it is due. */
export interface Notice {
  readonly id: NoticeId;
  readonly tenantId: TenantId;
  readonly projectId: ProjectId | null;
  readonly policyId: NotificationPolicyId | null;
  readonly ruleId: RuleId | null;
  /** Of the policy or of whoever tells. */
  readonly name: string;
  readonly step: number;
  readonly group: string;
  readonly telling: Telling;
  readonly openedTime: EpochMs;
  readonly due: EpochMs;
}

/** One thing that is told, or not, and why. */
export interface NoticeItem {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly noticeId: NoticeId | null;
  readonly policyId: NotificationPolicyId | null;
  readonly alarmId: AlarmId | null;
  readonly deviceId: DeviceId | null;
  readonly deviceName: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly severity: AlarmSeverity;
  readonly occasion: NotificationOccasion;
  /** What was measured, of what is told. */
  readonly readings: readonly Reading[];
  readonly ts: EpochMs;
  readonly decidedTime: EpochMs;
  /** Null where it is told. */
  readonly silence: SilenceKind | null;
  readonly until: EpochMs | null;
  readonly detail: string | null;
  /** The key of the action that told it [RUL4]. */
  readonly origin: string | null;
}

/** Something to be looked at again; a row, so no restart forgets it. */
export interface NotificationTimer {
  readonly key: string;
  /** TOLD is what a rule said and nobody was told yet. */
  readonly kind: "SILENCE" | "ESCALATION" | "TOLD";
  readonly tenantId: TenantId;
  /** Null where a rule without an alarm said something. */
  readonly alarmId: AlarmId | null;
  readonly deviceId: DeviceId;
  readonly policyId: NotificationPolicyId | null;
  readonly step: number;
  readonly due: EpochMs;
  /** JSON, of TOLD. */
  readonly body: string | null;
}

/** To whom one message goes, and how. */
export interface Recipient {
  readonly channel: NotificationChannel;
  /** User name, address or name of the webhook. */
  readonly name: string;
  readonly userId: UserId | null;
  readonly authorityId: AuthorityId | null;
  readonly webhookId: WebhookId | null;
}

export type StoredState = "HELD" | "QUEUED" | "DELIVERED" | "GROUPED" | "DROPPED";

/** A message to one recipient over one channel [NTF1]. */
export interface Notification extends Omit<Recipient, "authorityId"> {
  readonly id: NotificationId;
  readonly tenantId: TenantId;
  readonly noticeId: NoticeId;
  readonly projectId: ProjectId | null;
  readonly policyId: NotificationPolicyId | null;
  readonly ruleId: RuleId | null;
  readonly policyName: string;
  readonly step: number;
  readonly subject: string;
  readonly severity: AlarmSeverity;
  readonly count: number;
  readonly state: StoredState;
  readonly reason: DeliveryReason | null;
  readonly heldUntil: EpochMs | null;
  readonly groupedInto: NotificationId | null;
  readonly createdTime: EpochMs;
  /** When it was handed over; what is held is not. */
  readonly queuedTime: EpochMs | null;
  readonly deliveredTime: EpochMs | null;
  readonly attempts: number;
  readonly answer: string | null;
  readonly tries: readonly NotificationAttempt[];
  readonly sent: string | null;
  /** The device at which it is an alarm that it fails [RUL5]. */
  readonly failedAt: DeviceId | null;
}

/** The same in every attempt: who is told twice can tell. */
export const keyOf = (id: NotificationId): string => `notification/${id}`;
