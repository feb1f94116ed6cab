import { actionProblem } from "./actions/index.ts";
import { comparisonProblemOf, partsOfCondition, type RuleCondition } from "./conditions/index.ts";
import { type InputType, inputProblem, inputTypeOf } from "./inputs/index.ts";
import { type RuleDefinition, type RuleHold, ruleBounds } from "./rule.ts";

/** What is wrong with a rule, and where. */
export interface RuleProblem {
  readonly path: string;
  readonly message: string;
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
      yield { path, message: `"${input.name}" is there twice` };
    const message = inputProblem(input);
    if (message !== undefined) yield { path, message };
  }
}

function* conditionProblems(rule: RuleDefinition): Generator<RuleProblem> {
  const types = inputTypesOf(rule);
  let bands = 0;
  for (const [path, condition] of conditionsOf(rule)) {
    if (condition.kind !== "COMPARE") continue;
    const message = comparisonProblemOf(condition, types);
    if (message !== undefined) yield { path, message };
    if (condition.deadBand !== undefined) bands++;
  }
  if (bands > ruleBounds.deadBands) yield { path: "steps", message: `more than ${ruleBounds.deadBands} dead bands` };
}

function* holdProblems({ steps, clear }: RuleDefinition): Generator<RuleProblem> {
  const holds: [string, RuleHold | undefined][] = steps.map((step, at) => [`steps.${at}.for`, step.for]);
  for (const [path, hold] of [...holds, ["clear.for", clear?.for] as const]) {
    if (hold && (hold.ms === undefined) === (hold.count === undefined)) {
      yield { path, message: "it has either ms or count" };
    }
  }
}

function* wholeProblems({ steps, noData, latch, clear, alarmType, actions }: RuleDefinition): Generator<RuleProblem> {
  const severities = steps.map(({ severity }) => severity);
  if (new Set(severities).size < severities.length)
    yield { path: "steps", message: "each severity is there once at most" };
  if (steps.length === 0 && noData?.policy !== "RAISE")
    yield { path: "steps", message: "a rule without a step never raises anything" };
  if (noData && (noData.policy === "RAISE") !== (noData.severity !== undefined)) {
    yield { path: "noData.severity", message: "RAISE needs a severity, the others have none" };
  }
  if (latch && clear) yield { path: "clear", message: "what is latched is cleared by people; leave one of them out" };
  if (alarmType === undefined && actions.length === 0)
    yield { path: "actions", message: "it neither raises an alarm nor does anything" };
}

function* actionProblems({ inputs, actions }: RuleDefinition): Generator<RuleProblem> {
  const names = new Set(inputs.map(({ name }) => name));
  for (const [at, action] of actions.entries()) {
    const message = actionProblem(action, names);
    if (message !== undefined) yield { path: `actions.${at}`, message };
  }
}
