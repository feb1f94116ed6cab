import type { CompiledRule } from "../compile/compiled-rule.ts";
import { moved, stayed } from "./moved.ts";
import { initialState, isUp, type RuleState } from "./rule-state.ts";
import type { Outcome, StepInput } from "./step-input.ts";

/**
 * A state that another version of the rule has decided. Whatever was being counted begins anew. An alarm stays, and the new
 * conditions decide what becomes of it; if the new version raises another type, the alarm of the old one is over.
 */
export function adopted(rule: CompiledRule, state: RuleState, input: StepInput, now: number): Outcome {
  const fresh: RuleState = { ...initialState(rule), at: state.at, isSilent: state.isSilent };
  const told = { cause: "RULE_CHANGED", occasion: null } as const;
  if (state.phase === "NORMAL") return stayed(fresh);
  if (!isUp(state)) return moved(rule, state, fresh, input, now, told);
  if (state.alarmType !== rule.alarmType)
    return moved(rule, state, fresh, input, now, { ...told, occasion: "CLEARED" });
  const { severity, alarmType, startTs } = state;
  const kept: RuleState = { ...fresh, phase: "ACTIVE", severity, alarmType, startTs };
  return state.phase === "ACTIVE" ? stayed(kept) : moved(rule, state, kept, input, now, told);
}
