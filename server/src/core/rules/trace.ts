import type { RuleCondition } from "@heliograph/contract";
import type { CompiledRule, Judge } from "./compile/compiled-rule.ts";
import type { Count, RuleState } from "./step/rule-state.ts";
import { namedValues } from "./step/transition.ts";
import { met, type RuleValue, type RuleValues, type Truth, unknown } from "./values.ts";

/** What a condition said, in words. */
type Answer = "MET" | "NOT_MET" | "UNKNOWN";

const answerOf = (truth: Truth): Answer => (truth === met ? "MET" : truth === unknown ? "UNKNOWN" : "NOT_MET");

/** One condition, or a part of one, with what it said. */
export interface TracedCondition {
  readonly path: string;
  readonly condition: RuleCondition;
  readonly answer: Answer;
}

/** How long the condition of a step has been met, and how long it has to be. */
interface TracedHold {
  readonly path: string;
  readonly since: number | null;
  readonly soFarMs: number;
  readonly neededMs: number;
  readonly times: number;
  readonly neededTimes: number;
  readonly isMet: boolean;
  /** When it is met although nothing arrives, by the clock of this node. */
  readonly due: number | null;
}

/** Why a rule did what it did, or did not [RUL5]. */
export interface Explanation {
  readonly values: Readonly<Record<string, RuleValue | null>>;
  readonly conditions: readonly TracedCondition[];
  readonly holds: readonly TracedHold[];
}

function holdOf(path: string, count: Count | null, ms: number, times: number, at: number): TracedHold {
  return {
    path,
    since: count?.since ?? null,
    soFarMs: count ? Math.max(0, at - count.since) : 0,
    neededMs: ms,
    times: count?.times ?? 0,
    neededTimes: times,
    isMet: count?.isMet ?? false,
    due: count?.due ?? null,
  };
}

/** A condition that cannot be evaluated is unknown: that the rule fails is told beside it. */
function judgedBy(judge: Judge, values: RuleValues, { bands }: RuleState): Truth {
  try {
    return judge(values, { held: bands });
  } catch {
    return unknown;
  }
}

/**
 * Each condition's answer to these values, in the order of the rule. `before` is the state at that moment, whose dead bands
 * count, `after` the one it became, which says how long conditions have been met.
 */
export function explained(
  rule: CompiledRule,
  values: RuleValues,
  at: number,
  before: RuleState,
  after: RuleState,
): Explanation {
  const conditions = rule.parts.map(({ path, condition, judge }) => ({
    path,
    condition,
    answer: answerOf(judgedBy(judge, values, before)),
  }));
  const steps = rule.steps.map(({ severity, hold }, index) =>
    holdOf(`${severity}.for`, after.counts[index] ?? null, hold.ms, hold.count, at),
  );
  const clearing = holdOf("clear.for", after.clearing, rule.clearHold.ms, rule.clearHold.count, at);
  return { values: namedValues(rule, values), conditions, holds: [...steps, clearing] };
}
