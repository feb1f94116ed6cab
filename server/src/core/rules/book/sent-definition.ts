import {
  type NamedRule,
  type RuleAction,
  RuleDefinition,
  type RuleProblem,
  said,
  type Triggering,
} from "@heliograph/contract";
import { requestInvalid } from "../../../kernel/request-invalid.ts";
import { bodyValidator } from "../../../kernel/schema-validators.ts";
import { checkRule } from "../rule-check.ts";

const validate = bodyValidator(RuleDefinition);

/** A definition that came beside a whole rule: refused like one in it, with the place named. */
export function sentDefinition(sent: unknown, at = "definition"): RuleDefinition {
  const checked = validate(sent);
  if ("error" in checked) {
    const { message, params } = checked.error;
    const placed = (text: string) => (/^body\b/.test(text) ? text.replace("body", at) : `${at}.${text}`);
    const { field = "body", kind = "pattern", wanted } = params;
    throw requestInvalid(placed(message), { field: placed(String(field)), kind: String(kind), wanted });
  }
  return checked.value as RuleDefinition;
}

/** Everything that is wrong with a rule of the right form, what is not carried out yet among it. */
export const problemsIn = (
  rule: NamedRule,
  others: readonly Triggering[],
  isServed: (kind: RuleAction["kind"]) => boolean,
): readonly RuleProblem[] => [
  ...checkRule(rule, others),
  ...rule.definition.actions.flatMap(({ kind }, at) =>
    isServed(kind)
      ? []
      : [{ path: `actions.${at}.kind`, ...said("ACTION_NOT_SERVED", `${kind} is not carried out yet`, { kind }) }],
  ),
];
