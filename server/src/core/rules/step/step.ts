import type { CompiledRule } from "../compile/compiled-rule.ts";
import type { RuleValues } from "../values.ts";
import { adopted } from "./adopt.ts";
import { decided } from "./decide.ts";
import { clearedByPerson, fallenSilent } from "./interventions.ts";
import { staysUnmet } from "./judge.ts";
import { stayed } from "./moved.ts";
import type { RuleState } from "./rule-state.ts";
import type { Outcome, StepInput } from "./step-input.ts";

/**
 * The one function that decides [RUL2]: for live data, for tests and for backtests. It knows no clock and changes nothing it
 * is given. A state of another version of the rule is taken over first.
 */
export function step(rule: CompiledRule, state: RuleState, input: StepInput, now: number): Outcome {
  if (state.version === rule.version) return stepped(rule, state, input, now);
  const taken = adopted(rule, state, input, now);
  const after = stepped(rule, taken.state, input, now);
  return { state: after.state, transitions: [...taken.transitions, ...after.transitions] };
}

/** Whether `step` would leave this state as it is when a point brings these values, without anything being made for it. */
export const isUneventful = (rule: CompiledRule, state: RuleState, values: RuleValues): boolean =>
  state.phase === "NORMAL" &&
  !state.isSilent &&
  state.version === rule.version &&
  staysUnmet(rule, values, state.bands);

function stepped(rule: CompiledRule, state: RuleState, input: StepInput, now: number): Outcome {
  switch (input.kind) {
    case "silent":
      return fallenSilent(rule, state, input, now);
    case "cleared":
      return clearedByPerson(rule, state, input, now);
    case "edited":
      return stayed(state);
    default:
      return decided(rule, state, input, now);
  }
}
