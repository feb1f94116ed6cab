import { type Static, Type } from "typebox";
import { entityId, Uuid } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { Timestamp } from "../time.ts";
import { deliveryReasons, deliveryStates, notificationOccasions } from "./delivery.ts";
import { notificationChannels } from "./recipients.ts";

/** What was decided about telling an alarm to somebody, one after another [NTF1]. */
export const whyOutcomes = [
  "TOLD",
  "TRYING",
  "FAILED",
  "WAITS_FOR_MORE",
  "HELD",
  "DROPPED",
  "SHELVED",
  "MAINTENANCE",
  "FOLLOWS_SILENCE",
  "LATE",
  "UNTOLD",
  "NOT_FOR_YOU",
  "NO_POLICY",
  "OUT_OF_REACH",
] as const;
export type WhyOutcome = (typeof whyOutcomes)[number];

export const WhyStep = Type.Object({
  ts: Timestamp,
  occasion: Type.Enum([...notificationOccasions], { examples: ["RAISED"] }),
  outcome: Type.Enum([...whyOutcomes], { examples: ["TOLD"] }),
  policyId: nullable(entityId("NOTIFICATION_POLICY")),
  policyName: nullable(Type.String({ examples: ["Pumps at night"] })),
  notificationId: nullable(entityId("NOTIFICATION")),
  channel: Type.Union([Type.Enum([...notificationChannels]), Type.Null()], { examples: ["MAIL"] }),
  state: Type.Union([Type.Enum([...deliveryStates]), Type.Null()], { examples: ["DELIVERED"] }),
  reason: Type.Union([Type.Enum([...deliveryReasons]), Type.Null()], { examples: ["QUIET_HOURS"] }),
  until: nullable(Timestamp),
  detail: nullable(Type.String({ description: "Why it is silenced, or what was answered", examples: ["Overhaul"] })),
});
export type WhyStep = Static<typeof WhyStep>;

/** "Why was I (not) told": the answer first, then what it follows from. */
export const WhyRecord = Type.Object({
  told: Type.Boolean({ description: "Whether a message about it has reached this user" }),
  outcome: Type.Enum([...whyOutcomes], { description: "What became of it last", examples: ["HELD"] }),
  until: nullable(Timestamp),
  steps: Type.Array(WhyStep, { description: "Oldest first" }),
});
export type WhyRecord = Static<typeof WhyRecord>;

export const WhyQuery = Type.Object({
  alarmId: Uuid,
  userId: Type.Optional({ ...Uuid, description: "Somebody else; needs EDIT_NOTIFICATIONS" }),
});
