import { type Static, Type } from "typebox";
import { type AlarmSeverity, alarmSeverities } from "../alarms/alarm.ts";
import { entityId, Uuid } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { Timestamp } from "../time.ts";
import { actionOccasions } from "./actions/action-kind.ts";
import { problemParts } from "./said-problem.ts";

export const rulePhases = ["NORMAL", "PENDING", "ACTIVE", "RECOVERING"] as const;
const Phase = Type.Enum([...rulePhases], { description: "Of the device, for this rule", examples: ["PENDING"] });
const eventTime = Type.Integer({
  description: "By the time of the points; Unix milliseconds",
  examples: [1794700800000],
});
const severity = Type.Unsafe<AlarmSeverity | null>({
  type: ["string", "null"],
  enum: [...alarmSeverities, null],
  description: "Of the alarm, where there is one",
  examples: ["MAJOR"],
});
const values = Type.Unsafe<Record<string, number | string | boolean | null>>({
  type: "object",
  additionalProperties: true,
  description: "The value of each input; null is unknown: there is none, it is too old, or of another kind",
  examples: [{ temperature: 84.2 }],
});

export const ruleCauses = ["MET", "NOT_MET", "UNKNOWN", "NO_DATA", "PERSON", "RULE_CHANGED"] as const;

/** What became of an action [RUL4]. */
export const ruleActionStatuses = ["WAITING", "DONE", "GIVEN_UP", "SKIPPED"] as const;

export const RuleActionResult = Type.Object({
  key: Type.String({
    description: "Names it; the same in every attempt",
    examples: ["784f394c-42b6-435a-983c-b7beff2784f9:0"],
  }),
  place: Type.Integer({ description: "Which of the rule's actions, from 0", examples: [0] }),
  kind: Type.String({ examples: ["COMMAND"] }),
  status: Type.Enum([...ruleActionStatuses], {
    description: "WAITING is tried again; GIVEN_UP was tried long enough; SKIPPED was not tried at all",
    examples: ["DONE"],
  }),
  attempts: Type.Integer({ examples: [1] }),
  nextAttemptTime: nullable(Timestamp),
  finishedTime: nullable(Timestamp),
  result: nullable(
    Type.String({
      description: "What was done, why it was not, or what the last attempt was told",
      examples: ["queued as 784f394c-42b6-435a-983c-b7beff2784f9"],
    }),
  ),
  code: problemParts.code,
  params: problemParts.params,
});
export type RuleActionResult = Static<typeof RuleActionResult>;

/** Something that happened: what an alarm follows from among it. */
export const RuleTransitionRecord = Type.Object({
  deviceId: entityId("DEVICE"),
  from: Phase,
  to: Phase,
  cause: Type.Enum([...ruleCauses], {
    description:
      "PERSON: somebody cleared the alarm; RULE_CHANGED: the rule is another one, off, or not for the device any more",
    examples: ["MET"],
  }),
  occasion: Type.Unsafe<(typeof actionOccasions)[number] | null>({
    type: ["string", "null"],
    enum: [...actionOccasions, null],
    description: "What became of the alarm; null where nothing did",
    examples: ["RAISED"],
  }),
  severity,
  alarmType: Type.Unsafe<string | null>({ type: ["string", "null"], examples: ["Bearing too hot"] }),
  ts: eventTime,
  time: Timestamp,
  values,
  actions: Type.Array(RuleActionResult, { description: "What the rule did then beside its alarm" }),
});
export type RuleTransitionRecord = Static<typeof RuleTransitionRecord>;

export const RuleTraceQuery = Type.Object({
  deviceId: Type.Optional({ ...Uuid, description: "Only of this device" }),
});
export const RuleTransitionQuery = Type.Object({ ...pageQuery, ...RuleTraceQuery.properties });

const TracedCondition = Type.Object({
  path: Type.String({ description: "Where in the definition", examples: ["steps.0.when"] }),
  answer: Type.Enum(["MET", "NOT_MET", "UNKNOWN"], { examples: ["NOT_MET"] }),
});

const TracedHold = Type.Object({
  path: Type.String({ description: "Of which step, or of clearing", examples: ["MAJOR.for"] }),
  soFarMs: Type.Integer({ description: "Met so long", examples: [12000] }),
  neededMs: Type.Integer({ examples: [300000] }),
  times: Type.Integer({ description: "Met so often", examples: [1] }),
  neededTimes: Type.Integer({ examples: [1] }),
  isMet: Type.Boolean({ description: "Long enough, and often enough" }),
  since: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "Met since then, by the time of the points; Unix milliseconds, null where it is not met",
    examples: [1794700800000],
  }),
  dueTime: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description:
      "When it is met long enough although nothing arrives, by the clock of the server; later than the time of the points tells where these came late",
    examples: [1794701100000],
  }),
});

/** One look of a rule at a device. */
export const RuleRunRecord = Type.Object({
  deviceId: entityId("DEVICE"),
  ts: eventTime,
  time: Timestamp,
  before: Phase,
  after: Phase,
  values,
  conditions: Type.Array(TracedCondition, { description: "Each condition and part of one, with its answer" }),
  holds: Type.Array(TracedHold, { description: "How long each has been met, and how long it has to be" }),
});
export type RuleRunRecord = Static<typeof RuleRunRecord>;

/** "Why did this (not) fire?" [RUL5] */
export const RuleExplanation = Type.Object({
  deviceId: entityId("DEVICE"),
  isFor: Type.Boolean({ description: "Whether the rule is for this device, and evaluated" }),
  phase: Phase,
  severity,
  reason: Type.String({
    description: "The answer in one sentence",
    examples: ["steps.0.when is not met: temperature is 71"],
  }),
  dueTime: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "When something happens although nothing arrives; Unix milliseconds",
    examples: [1794700800000],
  }),
  values,
  conditions: RuleRunRecord.properties.conditions,
  holds: RuleRunRecord.properties.holds,
});
export type RuleExplanation = Static<typeof RuleExplanation>;
