import {
  conditionsOf,
  inputTypesOf,
  type NamedRule,
  type RuleDefinition,
  type RuleProblem,
  ruleCycle,
  ruleProblems,
  said,
  type Triggering,
} from "@heliograph/contract";
import { ruleCostAtMost } from "./expressions/allowed.ts";
import { compileExpression } from "./expressions/compile-expression.ts";

/** Everything that is wrong with a rule that has the right form; `others` are the tenant's other rules and its calculated channels [RUL1, RUL4]. */
export function checkRule(rule: NamedRule, others: readonly Triggering[]): readonly RuleProblem[] {
  const problems = ruleProblems(rule.definition);
  if (problems.some(({ code }) => code === "CONDITIONS_TOO_MANY")) return problems; // they are not looked at one by one
  return [...problems, ...expressionProblems(rule.definition), ...cycleProblems(rule, others)];
}

function* expressionProblems(definition: RuleDefinition): Generator<RuleProblem> {
  const inputs = [...inputTypesOf(definition)].map(([name, type]) => ({ name, type }));
  let total = 0;
  for (const [path, condition] of conditionsOf(definition)) {
    if (condition.kind !== "EXPRESSION") continue;
    const compiled = compileExpression(condition.expression, inputs);
    if (compiled.isOk) {
      total += compiled.cost;
      continue;
    }
    yield { path: `${path}.expression`, ...compiled.problem, ...rangeOf(compiled) };
  }
  if (total > ruleCostAtMost) yield { path: "steps", ...tooMuch(total) };
}

const tooMuch = (total: number) =>
  said("OPERATIONS_TOO_MANY", `its expressions take ${total} operations together, ${ruleCostAtMost} are possible`, {
    ...{ total: String(total), most: String(ruleCostAtMost) },
  });

const rangeOf = ({ range }: Pick<RuleProblem, "range">): Pick<RuleProblem, "range"> => (range ? { range } : {});

/** Rules that trigger each other in a ring, this one or this calculated channel among them [RUL4]. */
export function* cycleProblems(first: Triggering, others: readonly Triggering[]): Generator<RuleProblem> {
  const cycle = ruleCycle(first, others);
  const rules = cycle?.join(" → ") ?? "";
  if (cycle) yield { path: "inputs", ...said("RULES_IN_A_CIRCLE", `rules trigger each other: ${rules}`, { rules }) };
}
