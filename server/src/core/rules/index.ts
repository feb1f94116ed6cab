export { ActionDelivery, ruleActionTopic } from "./actions/action-delivery.ts";
export { type ActionLimits, ActionPlan } from "./actions/action-plan.ts";
export type { ActionCount, KindsDue, RuleActionStore } from "./actions/action-store.ts";
export type { ActionTaker } from "./actions/action-taker.ts";
export { failureTypes } from "./actions/failure-alarms.ts";
export { HopMarks } from "./actions/hop-marks.ts";
export type {
  ActionOrder,
  ActionResult,
  ActionStatus,
  PlannedAction,
  PublishTelemetry,
} from "./actions/planned-action.ts";
export { callWebhook } from "./actions/takers/call-webhook.ts";
export { makeReport } from "./actions/takers/make-report.ts";
export { publishAttribute } from "./actions/takers/publish-attribute.ts";
export { publishTelemetry } from "./actions/takers/publish-telemetry.ts";
export { queueCommand } from "./actions/takers/queue-command.ts";
export { tellPeople } from "./actions/takers/tell-people.ts";
export { backtested, type PastPoint } from "./backtest/backtest.ts";
export { backtestHistory, type DeviceBacktest } from "./backtest/backtest-history.ts";
export { backtestNotes } from "./backtest/past-inputs.ts";
export { backtestRangeInvalid, ruleInputsFull, ruleVersionNeeded } from "./book/errors.ts";
export type { LimitCells } from "./book/limit-row.ts";
export { LimitTables } from "./book/limit-tables.ts";
export { namedRules } from "./book/named-rules.ts";
export { neededToLook, type RuleAsker, type RuleEditor } from "./book/rule-editor.ts";
export type {
  FollowedTransition,
  RuleActivity,
  RuleSaving,
  RuleStore,
  RuleVersion,
  TransitionOfDevice,
  TransitionQuery,
} from "./book/rule-store.ts";
export { type ExplainedRun, RuleTraces, type Why } from "./book/rule-traces.ts";
export { RuleTravel } from "./book/rule-travel.ts";
export { type ActiveRule, Rules } from "./book/rules.ts";
export { sentDefinition } from "./book/sent-definition.ts";
export { SharedTraces } from "./book/shared-traces.ts";
export { compileRule } from "./compile/compile-rule.ts";
export type { CompiledRule } from "./compile/compiled-rule.ts";
export { unreadableDefinition } from "./compile/known-definition.ts";
export { Evaluation } from "./evaluation.ts";
export { compileCalculation } from "./expressions/compile-expression.ts";
export type { InputOfDevice, PastEvent, RuleInputStore } from "./inputs/input-store.ts";
export { Listening } from "./inputs/listening.ts";
export {
  attributeName,
  type ToldChange,
  type ToldKind,
  type ToldValue,
  toldValueOf,
  type WaitingInput,
} from "./inputs/told-change.ts";
export type {
  Decided,
  FailureAlarm,
  LeftState,
  LiveRuleStore,
  RuleOfDevice,
  ScopedDevice,
  StoredState,
} from "./live/live-rule-store.ts";
export { LiveRules } from "./live/live-rules.ts";
export type { Rule, RuleProperties } from "./live/rule.ts";
export type { RuleFault } from "./live/rule-fault.ts";
export { keptState, stateIn } from "./live/state-text.ts";
export { cycleProblems } from "./rule-check.ts";
export { initialState } from "./step/rule-state.ts";
export type { Transition } from "./step/transition.ts";
export { numberIn, type RuleValue, type RuleValues, valueAs } from "./values.ts";
