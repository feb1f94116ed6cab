import type { CompiledRule } from "../compile/compiled-rule.ts";
import { moved, stayed } from "./moved.ts";
import { initialState, isUp, type RuleState } from "./rule-state.ts";
import type { Cleared, Outcome, Silent } from "./step-input.ts";

/** Back to the beginning, at the time it has reached. */
const calm = (rule: CompiledRule, { at, isSilent }: RuleState): RuleState => ({ ...initialState(rule), at, isSilent });

/** Nothing arrived for as long as the rule says; what happens then is the rule's policy, once until something arrives. */
export function fallenSilent(rule: CompiledRule, state: RuleState, input: Silent, now: number): Outcome {
  const { noData } = rule.definition;
  if (state.isSilent || !noData || noData.policy === "KEEP") return stayed(state);
  const silent: RuleState = { ...state, isSilent: true };
  if (noData.policy === "RAISE") return raisedBySilence(rule, silent, input, now);
  if (state.phase === "NORMAL" || (rule.latch && isUp(state))) return stayed(silent);
  const occasion = isUp(state) ? "CLEARED" : null;
  return moved(rule, silent, calm(rule, silent), input, now, { cause: "NO_DATA", occasion });
}

function raisedBySilence(rule: CompiledRule, state: RuleState, input: Silent, now: number): Outcome {
  if (isUp(state)) return stayed(state);
  const after: RuleState = {
    ...calm(rule, state),
    phase: "ACTIVE",
    severity: rule.definition.noData?.severity ?? "INDETERMINATE",
    alarmType: rule.alarmType,
    startTs: Math.max(input.at, state.at),
  };
  return moved(rule, state, after, input, now, { cause: "NO_DATA", occasion: "RAISED" });
}

/** The alarm is gone already; what the rule sees next is judged from the beginning. */
export function clearedByPerson(rule: CompiledRule, state: RuleState, input: Cleared, now: number): Outcome {
  if (!isUp(state)) return stayed(state);
  return moved(rule, state, calm(rule, state), input, now, { cause: "PERSON", occasion: null });
}
