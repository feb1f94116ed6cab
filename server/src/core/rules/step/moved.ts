import type { CompiledRule } from "../compile/compiled-rule.ts";
import type { RuleState } from "./rule-state.ts";
import type { Outcome, StepInput } from "./step-input.ts";
import { namedValues, type Transition } from "./transition.ts";

const none: readonly Transition[] = [];

/** What is told of a change beside what the states say themselves. */
type Told = Pick<Transition, "cause" | "occasion">;

/** Nothing happened; what was counted may have changed. */
export const stayed = (state: RuleState): Outcome => ({ state, transitions: none });

/** Nobody is told of what is late or too long ago [RUL3]. */
const isQuiet = (rule: CompiledRule, input: StepInput, ts: number, now: number): boolean =>
  (input.kind === "seen" && input.isQuiet) || now - ts > rule.notifyWithinMs;

/** From one state to another one, with a transition that is never before the last one. */
export function moved(
  rule: CompiledRule,
  before: RuleState,
  after: RuleState,
  input: StepInput,
  now: number,
  told: Told,
): Outcome {
  const ts = Math.max(input.at, before.at);
  const alarm = after.severity === null ? before : after;
  const transition: Transition = {
    from: before.phase,
    to: after.phase,
    ...told,
    ts,
    now,
    alarmType: alarm.alarmType,
    severity: alarm.severity,
    startTs: alarm.startTs,
    isQuiet: isQuiet(rule, input, ts, now),
    values: namedValues(rule, input.values),
  };
  return { state: { ...after, at: ts }, transitions: [transition] };
}
