import { type Static, Type } from "typebox";
import { AlarmSeverityName } from "../alarms/alarm.ts";
import { nameText } from "../text.ts";
import { RuleAction } from "./actions/index.ts";
import { RuleCondition } from "./conditions/index.ts";
import { closed, span } from "./durations.ts";
import { RuleInput } from "./inputs/index.ts";
import { RuleScope } from "./scope.ts";

/** What a rule may have of each. */
export const ruleBounds = { inputs: 10, steps: 5, actions: 10, deadBands: 30, conditions: 200 } as const;

/** How long a condition has to be met, in event time or in points. Without either, the first point is enough. */
const RuleHold = Type.Object(
  {
    ms: Type.Optional(span("So long, by the time of the points", 300_000)),
    count: Type.Optional(
      Type.Integer({ minimum: 2, maximum: 10_000, description: "So many points in a row", examples: [3] }),
    ),
  },
  { ...closed, description: "How long; either a time or a number of points" },
);
export type RuleHold = Static<typeof RuleHold>;

/** One severity and what it takes. */
const RuleStep = Type.Object(
  { severity: AlarmSeverityName, when: RuleCondition, for: Type.Optional(RuleHold) },
  { ...closed, description: "A severity, and when it is reached" },
);
export type RuleStep = Static<typeof RuleStep>;

const RuleClearing = Type.Object(
  {
    when: Type.Optional(RuleCondition),
    for: Type.Optional(RuleHold),
  },
  { ...closed, description: "When it is over; without a condition, when that of no step is met" },
);

const NoData = Type.Object(
  {
    afterMs: span("So long after the last point of any input arrived", 900_000, 1_000),
    policy: Type.Enum(["KEEP", "CLEAR", "RAISE"], {
      description: "Keep the state, clear the alarm, or raise it",
      examples: ["KEEP"],
    }),
    severity: Type.Optional(AlarmSeverityName),
  },
  { ...closed, description: "What happens without data; the node's own absence does not count" },
);

const LateData = Type.Object(
  {
    afterMs: span("A point that arrives so long after its time is late", 300_000),
    policy: Type.Enum(["COUNT", "COUNT_SILENTLY", "IGNORE"], {
      description: "Late points count, count without anybody being told, or make the rule decide nothing",
      examples: ["COUNT_SILENTLY"],
    }),
  },
  { ...closed, description: "What happens with late data" },
);

/** What a rule does when it says nothing else about late data. */
export const lateByDefault = { afterMs: 300_000, policy: "COUNT_SILENTLY" } as const;
export const notifyWithinByDefault = 3_600_000;

/** A rule as it is written [RUL1]. */
export const RuleDefinition = Type.Object(
  {
    scope: RuleScope,
    inputs: Type.Array(RuleInput, { minItems: 1, maxItems: ruleBounds.inputs, description: "What it looks at" }),
    steps: Type.Array(RuleStep, { maxItems: ruleBounds.steps, description: "What is the matter, by severity" }),
    clear: Type.Optional(RuleClearing),
    latch: Type.Optional(Type.Boolean({ default: false, description: "Stays until somebody clears it" })),
    noData: Type.Optional(NoData),
    late: Type.Optional(LateData),
    notifyWithinMs: Type.Optional(span("Nobody is told of what happened longer ago than this", notifyWithinByDefault)),
    alarmType: Type.Optional(nameText("Type of the alarm it raises; without, it raises none", "Bearing too hot")),
    actions: Type.Array(RuleAction, { maxItems: ruleBounds.actions, description: "What else it does" }),
  },
  { ...closed, description: "A rule" },
);
export type RuleDefinition = Static<typeof RuleDefinition>;
