import { actionProblem } from "./actions/index.ts";
import { areaProblemOf, comparisonProblemOf, partsOfCondition, type RuleCondition } from "./conditions/index.ts";
import { type InputType, inputProblem, inputTypeOf } from "./inputs/index.ts";
import { type RuleDefinition, type RuleHold, ruleBounds } from "./rule.ts";
import { type SaidProblem, said } from "./said-problem.ts";

/** What is wrong with a rule, and where. */
export interface RuleProblem extends SaidProblem {
  readonly path: string;
  /** Of an expression: which of its characters. */
  readonly range?: { readonly start: number; readonly end: number };
}

/** The conditions of a rule, with where they stand. */
export function* conditionsOf({ steps, clear }: RuleDefinition): Generator<[string, RuleCondition]> {
  for (const [at, step] of steps.entries()) yield* partsOfCondition(step.when, `steps.${at}.when`);
  if (clear?.when) yield* partsOfCondition(clear.when, "clear.when");
}

export const inputTypesOf = ({ inputs }: RuleDefinition): ReadonlyMap<string, InputType> =>
  new Map(inputs.map((input) => [input.name, inputTypeOf(input)]));

/** What the schema cannot say; for the server and for editors. Expressions are checked by the server. */
export const ruleProblems = (rule: RuleDefinition): readonly RuleProblem[] => [
  ...wholeProblems(rule),
  ...inputProblems(rule),
  ...conditionProblems(rule),
  ...holdProblems(rule),
  ...actionProblems(rule),
];

function* inputProblems({ inputs }: RuleDefinition): Generator<RuleProblem> {
  for (const [at, input] of inputs.entries()) {
    const path = `inputs.${at}`;
    if (inputs.findIndex(({ name }) => name === input.name) < at)
      yield { path, ...said("INPUT_TWICE", `"${input.name}" is there twice`, { name: input.name }) };
    const problem = inputProblem(input);
    if (problem) yield { path, ...problem };
  }
}

function* conditionProblems(rule: RuleDefinition): Generator<RuleProblem> {
  const types = inputTypesOf(rule);
  let [bands, count] = [0, 0];
  for (const [path, condition] of conditionsOf(rule)) {
    if (++count > ruleBounds.conditions) {
      yield { path: "steps", ...tooManyConditions(ruleBounds.conditions) };
      return;
    }
    const problem = conditionProblemOf(condition, types);
    if (problem) yield { path, ...problem };
    if (condition.kind === "COMPARE" && condition.deadBand !== undefined) bands++;
  }
  const most = ruleBounds.deadBands;
  if (bands > most)
    yield { path: "steps", ...said("DEAD_BANDS_TOO_MANY", `more than ${most} dead bands`, { most: String(most) }) };
}

function conditionProblemOf(condition: RuleCondition, types: ReadonlyMap<string, InputType>) {
  if (condition.kind === "COMPARE") return comparisonProblemOf(condition, types);
  return condition.kind === "AREA" ? areaProblemOf(condition, types) : undefined;
}

const tooManyConditions = (most: number) =>
  said("CONDITIONS_TOO_MANY", `more than ${most} conditions`, { most: String(most) });

function* holdProblems({ steps, clear }: RuleDefinition): Generator<RuleProblem> {
  const holds: [string, RuleHold | undefined][] = steps.map((step, at) => [`steps.${at}.for`, step.for]);
  for (const [path, hold] of [...holds, ["clear.for", clear?.for] as const]) {
    if (hold && (hold.ms === undefined) === (hold.count === undefined)) {
      yield { path, ...said("HOLD_UNCLEAR", "it has either ms or count") };
    }
  }
}

function* wholeProblems({ steps, noData, latch, clear, alarmType, actions }: RuleDefinition): Generator<RuleProblem> {
  const severities = steps.map(({ severity }) => severity);
  if (new Set(severities).size < severities.length)
    yield { path: "steps", ...said("SEVERITY_TWICE", "each severity is there once at most") };
  if (steps.length === 0 && noData?.policy !== "RAISE")
    yield { path: "steps", ...said("STEP_MISSING", "a rule without a step never raises anything") };
  if (noData && (noData.policy === "RAISE") !== (noData.severity !== undefined)) {
    const problem = said("NO_DATA_SEVERITY", "RAISE needs a severity, the others have none");
    yield { path: "noData.severity", ...problem };
  }
  if (latch && clear) {
    const problem = said("LATCH_AND_CLEAR", "what is latched is cleared by people; leave one of them out");
    yield { path: "clear", ...problem };
  }
  if (alarmType === undefined && actions.length === 0)
    yield { path: "actions", ...said("NOTHING_FOLLOWS", "it neither raises an alarm nor does anything") };
}

function* actionProblems({ inputs, actions }: RuleDefinition): Generator<RuleProblem> {
  const names = new Set(inputs.map(({ name }) => name));
  for (const [at, action] of actions.entries()) {
    const problem = actionProblem(action, names);
    if (problem) yield { path: `actions.${at}`, ...problem };
  }
}
