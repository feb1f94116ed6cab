import { type NamedRule, notYetEvaluated, RuleDefinition, type RuleProblem } from "@heliograph/contract";
import { AppError } from "../../../kernel/errors.ts";
import { bodyValidator } from "../../../kernel/schema-validators.ts";
import { checkRule } from "../rule-check.ts";

const validate = bodyValidator(RuleDefinition);

/** A definition that came beside a whole rule: refused like one in it, with the place named. */
export function sentDefinition(sent: unknown, at = "definition"): RuleDefinition {
  const checked = validate(sent);
  if ("error" in checked) {
    const { message } = checked.error;
    const placed = message.startsWith("body ") ? message.replace("body", at) : `${at}.${message}`;
    throw new AppError("REQUEST_INVALID", "invalid", placed);
  }
  return checked.value as RuleDefinition;
}

/** Everything that is wrong with a rule of the right form, what is not evaluated yet among it. */
export const problemsIn = (rule: NamedRule, others: readonly NamedRule[]): readonly RuleProblem[] => [
  ...checkRule(rule, others),
  ...notYetEvaluated(rule.definition),
];
