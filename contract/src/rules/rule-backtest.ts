import { type Static, Type } from "typebox";
import { AlarmSeverityName } from "../alarms/alarm.ts";
import { entityId, Uuid } from "../ids.ts";
import { moment } from "../time.ts";
import { RuleProblemRecord, SentRuleDefinition } from "./rule-record.ts";

/** A rule that is not saved, to be told what is wrong with it. */
export const RuleCheckInput = Type.Object({
  id: Type.Optional({ ...Uuid, description: "The rule it is to replace, so that it is not compared with itself" }),
  definition: SentRuleDefinition,
});
export const RuleCheck = Type.Object({
  problems: Type.Array(RuleProblemRecord, { description: "All that is wrong with it; empty: it can be saved" }),
});

/** Devices one backtest looks at. */
const devicesAtOnce = 20;

/** A rule, saved or not, over stored points [RUL6]. */
export const RuleBacktestInput = Type.Object({
  definition: SentRuleDefinition,
  deviceIds: Type.Array(Uuid, {
    minItems: 1,
    maxItems: devicesAtOnce,
    description: "Whose points, whatever its scope is",
  }),
  startTs: moment("First moment, included"),
  endTs: moment("Last moment, not included"),
});

const number = Type.Unsafe<number | null>({ type: ["number", "null"], examples: [91.5] });

const Firing = Type.Object({
  startTs: Type.Integer({ examples: [1794700800000] }),
  endTs: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "null: not over at the end",
    examples: [1794701100000],
  }),
  severity: { ...AlarmSeverityName, description: "The worst it had" },
  highest: { ...number, description: "Of the first input, while it lasted" },
  lowest: number,
});

const SilentTime = Type.Object({
  startTs: Type.Integer({ examples: [1794700800000] }),
  endTs: Type.Integer({ examples: [1794787200000] }),
});

/** What it would have done with one device. */
export const RuleBacktestResult = Type.Object({
  deviceId: entityId("DEVICE"),
  firings: Type.Array(Firing, { description: "The first 1,000" }),
  count: Type.Integer({ description: "All of them", examples: [3] }),
  lastedMs: Type.Integer({ description: "Together", examples: [900000] }),
  tooShort: Type.Integer({ description: "Times it began and did not last as long as it has to", examples: [12] }),
  points: Type.Integer({ description: "Points it looked at", examples: [2592000] }),
  isCutOff: Type.Boolean({ description: "There are more points than a backtest reads; the rest was not looked at" }),
  endedTs: Type.Integer({ description: "How far it looked", examples: [1794700800000] }),
  silent: Type.Array(SilentTime, {
    description: "Times without a value, longer than usual between two; too short ones to be drawn are left out",
  }),
});
export type RuleBacktestResult = Static<typeof RuleBacktestResult>;
export const RuleBacktest = Type.Object({
  results: Type.Array(RuleBacktestResult),
  notes: Type.Array(Type.String({ examples: ["limit: attributes have no history; its present value was taken"] }), {
    description: "What of its inputs has no history, and what was taken instead",
  }),
});
