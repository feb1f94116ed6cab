import type { CompiledRule } from "../compile/compiled-rule.ts";
import { met, type RuleValues, type Truth, unknown, unmet } from "../values.ts";

/** The answers of a rule's conditions. */
export interface Verdict {
  /** For each step. */
  readonly steps: readonly Truth[];
  readonly clear: Truth;
  readonly bands: number;
}

/** Without a condition of its own, it is over when that of no step is met. */
function overByDefault(steps: readonly Truth[]): Truth {
  if (steps.includes(met)) return unmet;
  return steps.includes(unknown) ? unknown : met;
}

export function judged(rule: CompiledRule, values: RuleValues, held: number): Verdict {
  const bands = { held };
  const steps: Truth[] = [];
  for (const { judge } of rule.steps) steps.push(judge(values, bands));
  const clear = rule.clear ? rule.clear(values, bands) : overByDefault(steps);
  return { steps, clear, bands: bands.held };
}

const scratch = { held: 0 };

/** Whether no step's condition is met and no dead band changes: what `judged` would say, without saying it. */
export function staysUnmet(rule: CompiledRule, values: RuleValues, held: number): boolean {
  scratch.held = held;
  for (const { judge } of rule.steps) if (judge(values, scratch) === met) return false;
  rule.clear?.(values, scratch);
  return scratch.held === held;
}
