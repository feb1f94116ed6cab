import type { RuleProblem } from "./problems.ts";
import type { RuleDefinition } from "./rule.ts";

/** What can be written and is not evaluated yet: a rule that waits for it for ever would be no rule [RUL1]. */
export function* notYetEvaluated({ scope, inputs }: RuleDefinition): Generator<RuleProblem> {
  if (scope.kind === "DEVICE_GROUP") yield { path: "scope.kind", message: "device groups are no scope of rules yet" };
  for (const [at, { kind }] of inputs.entries()) {
    if (kind !== "TELEMETRY") yield { path: `inputs.${at}.kind`, message: `${kind} is not evaluated yet` };
  }
}
