import {
  alarmSeverities,
  inputTypeOf,
  lateByDefault,
  notifyWithinByDefault,
  type RuleDefinition,
  type RuleHold,
  type RuleInput,
} from "@heliograph/contract";
import { ConditionCompiler } from "./compile-condition.ts";
import type { CompiledInput, CompiledRule, CompiledStep, Hold } from "./compiled-rule.ts";
import { requireKnownForm } from "./known-definition.ts";

const holdOf = (hold: RuleHold | undefined): Hold => ({ ms: hold?.ms ?? 0, count: hold?.count ?? 1 });

const inputOf = (input: RuleInput): CompiledInput => ({
  definition: input,
  name: input.name,
  type: inputTypeOf(input),
  window: input.kind === "TELEMETRY" ? input.window : undefined,
  maxAgeMs: (input.kind === "TELEMETRY" ? input.maxAgeMs : undefined) ?? Number.POSITIVE_INFINITY,
});

function stepsOf({ steps }: RuleDefinition, compiler: ConditionCompiler): readonly CompiledStep[] {
  const compiled = steps.map(({ severity, when, for: hold }, at) => ({
    severity,
    judge: compiler.compile(when, `steps.${at}.when`),
    hold: holdOf(hold),
  }));
  return compiled.toSorted((a, b) => alarmSeverities.indexOf(a.severity) - alarmSeverities.indexOf(b.severity));
}

/** Makes a rule ready to be evaluated. It has been checked before: what is wrong with it throws. */
export function compileRule(definition: RuleDefinition, version = 1): CompiledRule {
  requireKnownForm(definition);
  const inputs = definition.inputs.map(inputOf);
  const compiler = new ConditionCompiler(inputs);
  const steps = stepsOf(definition, compiler);
  const { clear, noData, late = lateByDefault } = definition;
  return {
    definition,
    version,
    inputs,
    steps,
    clear: clear?.when && compiler.compile(clear.when, "clear.when"),
    clearHold: holdOf(clear?.for),
    latch: definition.latch ?? false,
    alarmType: definition.alarmType ?? null,
    noDataAfterMs: noData && noData.policy !== "KEEP" ? noData.afterMs : Number.POSITIVE_INFINITY,
    lateAfterMs: late.afterMs,
    late: late.policy,
    notifyWithinMs: definition.notifyWithinMs ?? notifyWithinByDefault,
    parts: compiler.parts,
  };
}
