export { backtested, type PastPoint } from "./backtest/backtest.ts";
export { backtestHistory, type DeviceBacktest } from "./backtest/backtest-history.ts";
export { backtestRangeInvalid, ruleVersionNeeded } from "./book/errors.ts";
export type { RuleStore, RuleVersion, TransitionOfDevice, TransitionQuery } from "./book/rule-store.ts";
export { type ExplainedRun, RuleTraces, type Why } from "./book/rule-traces.ts";
export { Rules } from "./book/rules.ts";
export { sentDefinition } from "./book/sent-definition.ts";
export { compileRule } from "./compile/compile-rule.ts";
export type { CompiledRule } from "./compile/compiled-rule.ts";
export { Evaluation } from "./evaluation.ts";
export type {
  Decided,
  LeftState,
  LiveRuleStore,
  RuleOfDevice,
  ScopedDevice,
  StoredState,
} from "./live/live-rule-store.ts";
export { LiveRules } from "./live/live-rules.ts";
export type { Rule, RuleProperties } from "./live/rule.ts";
export { initialState, parseState } from "./step/rule-state.ts";
export type { Transition } from "./step/transition.ts";
