import { type Static, Type } from "typebox";
import { AlarmSeverityName } from "../alarms/alarm.ts";
import { entityId, Uuid } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { lineText } from "../text.ts";
import { moment, Timestamp } from "../time.ts";
import { notificationChannels } from "./recipients.ts";

/** What became of a message to somebody. */
export const deliveryStates = ["HELD", "TRYING", "DELIVERED", "GROUPED", "FAILED", "DROPPED"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a message waits or was not sent. */
export const deliveryReasons = [
  "QUIET_HOURS",
  "LIMIT",
  "OUTBOX_FULL",
  "SWITCHED_OFF",
  "ALREADY_TOLD",
  "NO_ADDRESS",
  "OUT_OF_REACH",
  "RECIPIENT_GONE",
  "ALARMS_GONE",
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

/** Why an attempt failed, where we know; what the other side said is beside it. */
export const deliveryProblems = [
  "REFUSED",
  "NOT_REACHED",
  "NO_ANSWER",
  "REDIRECTED",
  "INSIDE",
  "NO_MAIL_SERVER",
  "WEBHOOK_GONE",
  "SEALED_ELSEWHERE",
  "NO_INBOX",
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

export const notificationOccasions = [
  "RAISED",
  "CHANGED",
  "CLEARED",
  "RETURNED",
  "ESCALATED",
  "TOLD",
  "SCHEDULED",
  "TEST",
] as const;
/**
 * Why something is told: an alarm was raised, got worse, cleared, is no longer silenced, or nobody acknowledged it; a rule said so,
 * or a schedule was due.
 */
export type NotificationOccasion = (typeof notificationOccasions)[number];

const ChannelName = Type.Enum([...notificationChannels], { examples: ["MAIL"] });
const StateName = Type.Enum([...deliveryStates], {
  description:
    "HELD waits for a moment, TRYING is on its way, GROUPED went with another one, FAILED was given up, DROPPED was not sent",
  examples: ["DELIVERED"],
});

const ProblemName = Type.Union([Type.Enum([...deliveryProblems]), Type.Null()], {
  description: "Why it failed: a name for it, beside the words; null where it did not",
  examples: ["NO_ANSWER"],
});

const fields = {
  id: entityId("NOTIFICATION"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  projectId: nullable(entityId("PROJECT")),
  policyId: nullable(entityId("NOTIFICATION_POLICY")),
  ruleId: nullable(entityId("RULE")),
  policyName: Type.String({
    description: "The policy, the rule or the schedule that told it",
    examples: ["Pumps at night"],
  }),
  step: Type.Integer({ description: "0 at first, then the step of the escalation", examples: [0] }),
  subject: Type.String({ description: "What it is about", examples: ["212 × Silent"] }),
  severity: AlarmSeverityName,
  count: Type.Integer({ description: "Alarms it is about", examples: [212] }),
  channel: ChannelName,
  recipient: Type.String({ description: "User name, address or name of the webhook", examples: ["ada@example.org"] }),
  userId: nullable(entityId("USER")),
  webhookId: nullable(entityId("WEBHOOK")),
  state: StateName,
  reason: Type.Union([Type.Enum([...deliveryReasons]), Type.Null()], { examples: ["QUIET_HOURS"] }),
  heldUntil: nullable(Timestamp),
  nextAttempt: nullable(Timestamp),
  attempts: Type.Integer({ description: "How often it was tried", examples: [1] }),
  answer: nullable(Type.String({ description: "What was said to the last attempt", examples: ["250 OK"] })),
  deliveredTime: nullable(Timestamp),
  groupedInto: nullable(entityId("NOTIFICATION")),
};

/** A message to one recipient over one channel, with what came of it [NTF1]. */
export const NotificationRecord = Type.Object(fields);
export type NotificationRecord = Static<typeof NotificationRecord>;

const Attempt = Type.Object({
  ts: Timestamp,
  tookMs: Type.Integer({ description: "How long it took", examples: [204] }),
  accepted: Type.Boolean(),
  answer: Type.String({ description: "What was said", examples: ["503 Service Unavailable"] }),
  problem: ProblemName,
});
export type NotificationAttempt = Static<typeof Attempt>;

const ToldItem = Type.Object({
  alarmId: nullable(entityId("ALARM")),
  deviceId: nullable(entityId("DEVICE")),
  deviceName: nullable(Type.String({ examples: ["logger-0042"] })),
  title: Type.String({
    description: "Type of the alarm, what a rule said, or name of the schedule",
    examples: ["Too hot"],
  }),
  severity: AlarmSeverityName,
  occasion: Type.Enum([...notificationOccasions], { examples: ["RAISED"] }),
  ts: Timestamp,
});
export type ToldItemRecord = Static<typeof ToldItem>;

/** With each attempt, what was sent and about what. */
export const NotificationDetail = Type.Object({
  ...fields,
  key: Type.String({ description: "The same in each attempt: a receiver can drop doubles", examples: ["…"] }),
  tries: Type.Array(Attempt, { description: "The newest ones" }),
  sent: nullable(Type.String({ description: "The message as it was last sent" })),
  items: Type.Array(ToldItem, { description: "The worst ones; count has all" }),
  scheduleId: nullable(entityId("SCHEDULE")),
});
export type NotificationDetail = Static<typeof NotificationDetail>;

const filters = {
  channel: Type.Optional(ChannelName),
  alarmId: Type.Optional({ ...Uuid, description: "Only what is about this alarm" }),
  userId: Type.Optional({ ...Uuid, description: "Only what is for this user" }),
  webhookId: Type.Optional({ ...Uuid, description: "Only what is for this webhook" }),
  ruleId: Type.Optional({ ...Uuid, description: "Only what this rule told" }),
  textSearch: Type.Optional(lineText("Part of the subject, recipient or answer; case does not matter", "hot")),
  startTime: Type.Optional(moment("Only those created at this time or later, Unix ms")),
  endTime: Type.Optional(moment("Only those created at this time or earlier, Unix ms")),
};

export const NotificationQuery = Type.Object({ ...pageQuery, ...filters, state: Type.Optional(StateName) });
export const NotificationCountsQuery = Type.Object(filters);
export type NotificationFilters = Static<typeof NotificationCountsQuery>;

/** How many are in each state. */
export const NotificationCounts = Type.Object({
  all: Type.Integer({ examples: [58] }),
  ...Object.fromEntries(deliveryStates.map((state) => [state, Type.Integer({ examples: [1] })])),
} as { all: ReturnType<typeof Type.Integer> } & Record<DeliveryState, ReturnType<typeof Type.Integer>>);
export type NotificationCounts = Static<typeof NotificationCounts>;

/** Sent at once, and answered with what was said; one of the three is named. */
export const NotificationTest = Type.Object({
  address: Type.Optional(lineText("A mail to this address", "ada@example.org", 254)),
  webhookId: Type.Optional({ ...Uuid, description: "A request to this webhook" }),
  inbox: Type.Optional(Type.Boolean({ description: "true: into one's own inbox" })),
});
export type NotificationTest = Static<typeof NotificationTest>;

export const NotificationTestAnswer = Type.Object({
  accepted: Type.Boolean({ description: "Whether it was taken" }),
  answer: Type.String({ description: "What was said, or why nothing was sent", examples: ["200 OK"] }),
  problem: ProblemName,
});
export type NotificationTestAnswer = Static<typeof NotificationTestAnswer>;
