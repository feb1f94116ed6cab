export { backtested, type PastPoint } from "./backtest/backtest.ts";
export { compileRule } from "./compile/compile-rule.ts";
export type { CompiledRule } from "./compile/compiled-rule.ts";
export { Evaluation } from "./evaluation.ts";
export { initialState } from "./step/rule-state.ts";
