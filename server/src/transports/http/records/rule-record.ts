import type {
  CheckedRule,
  ListedRule,
  RuleActionResult,
  RuleBacktestResult,
  RuleExplanation,
  RuleRecord,
  RuleRunRecord,
  RuleToSave,
  RuleTransitionRecord,
  RuleVersionRecord,
} from "@heliograph/contract";
import type { Reach } from "../../../core/projects/index.ts";
import type {
  ActionResult,
  ActiveRule,
  DeviceBacktest,
  ExplainedRun,
  FollowedTransition,
  Rule,
  RuleFault,
  RuleProperties,
  Rules,
  RuleVersion,
  Why,
} from "../../../core/rules/index.ts";
import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import { namedOutcome } from "./action-outcome.ts";

export const ruleIdOf = (text: string): RuleId => text.toLowerCase() as RuleId;
const deviceReferenceOf = (id: DeviceId) => ({ entityType: "DEVICE", id }) as const;

const contentOf = ({ name, description, mode, definition }: RuleProperties) => ({
  name,
  description,
  mode,
  definition,
});

const ruleRecordOf = (rule: Rule): RuleRecord => ({
  id: { entityType: "RULE", id: rule.id },
  createdTime: rule.createdTime,
  updatedTime: rule.updatedTime,
  tenantId: { entityType: "TENANT", id: rule.tenantId },
  ...contentOf(rule),
  version: rule.version,
});

const faultRecordOf = (fault: RuleFault | undefined): ListedRule["fault"] =>
  fault
    ? { ...fault, params: { ...fault.params }, deviceId: fault.deviceId && deviceReferenceOf(fault.deviceId) }
    : null;

export const listedRuleOf = ({ rule, firing, lastFired, fault }: ActiveRule): ListedRule => ({
  ...ruleRecordOf(rule),
  firing,
  lastFired,
  fault: faultRecordOf(fault),
});

export const checkedRuleOf = async (rules: Rules, reach: Reach, rule: Rule): Promise<CheckedRule> => ({
  ...ruleRecordOf(rule),
  problems: [...(await rules.sense.gone(rule))],
  fault: faultRecordOf(rules.faultOf(reach, rule)),
});

export const ruleChangeOf = ({ name, description, mode, definition }: RuleToSave) => ({
  name,
  description: description || null,
  mode,
  definition,
});

export const versionRecordOf = (version: RuleVersion): RuleVersionRecord => ({
  version: version.version,
  time: version.time,
  savedBy: version.savedBy,
  ...contentOf(version),
});

const actionResultOf = ({ nextAttempt, transitionId: _, ...told }: ActionResult): RuleActionResult => ({
  ...told,
  ...namedOutcome(told.result),
  nextAttemptTime: nextAttempt,
});

export const transitionRecordOf = ({ deviceId, transition, actions }: FollowedTransition): RuleTransitionRecord => {
  const { from, to, cause, occasion, severity, alarmType, ts, now, values } = transition;
  const told = { from, to, cause, occasion, severity, alarmType, ts, time: now, values };
  return { deviceId: deviceReferenceOf(deviceId), ...told, actions: actions.map(actionResultOf) };
};

/** A condition before its parts. */
const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

type Traced = Pick<RuleRunRecord, "values" | "conditions" | "holds">;

const tracedOf = ({ values, conditions, holds }: Pick<ExplainedRun, "values" | "conditions" | "holds">): Traced => ({
  values: { ...values },
  conditions: conditions.map(({ path, answer }) => ({ path, answer })).toSorted(byPath),
  holds: holds.map(({ due, ...hold }) => ({ ...hold, dueTime: due })),
});

export const runRecordOf = ({ run, ...explanation }: ExplainedRun): RuleRunRecord => ({
  deviceId: deviceReferenceOf(run.deviceId),
  ts: run.at,
  time: run.now,
  before: run.before.phase,
  after: run.after.phase,
  ...tracedOf(explanation),
});

export const explanationOf = (deviceId: DeviceId, why: Why): RuleExplanation => ({
  deviceId: deviceReferenceOf(deviceId),
  isFor: why.isFor,
  phase: why.state?.phase ?? "NORMAL",
  severity: why.state?.severity ?? null,
  reason: why.reason,
  dueTime: Number.isFinite(why.due) ? why.due : null,
  ...tracedOf(why),
});

export const backtestRecordOf = ({ deviceId, firings, silent, ...told }: DeviceBacktest): RuleBacktestResult => ({
  deviceId: deviceReferenceOf(deviceId),
  firings: [...firings],
  silent: [...silent],
  ...told,
});
