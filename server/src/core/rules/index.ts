export {
  Backtest,
  type BacktestResult,
  backtested,
  type Firing,
  firingsAtMost,
  type PastPoint,
} from "./backtest/backtest.ts";
export { compileRule } from "./compile/compile-rule.ts";
export type { CompiledRule } from "./compile/compiled-rule.ts";
export { Evaluation } from "./evaluation.ts";
export { aheadAtMostMs, Observation } from "./observe/observation.ts";
export { windowPointsAtMost } from "./observe/window.ts";
export { checkRule } from "./rule-check.ts";
export { dueOf, initialState, type Phase, parseState, type RuleState } from "./step/rule-state.ts";
export { step } from "./step/step.ts";
export type { Outcome, StepInput } from "./step/step-input.ts";
export type { Cause, Transition } from "./step/transition.ts";
export { type Answer, type Explanation, explained } from "./trace.ts";
export type { RuleValue, RuleValues } from "./values.ts";
