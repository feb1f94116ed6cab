import type { CompiledRule } from "../compile/compiled-rule.ts";
import { isState } from "../inputs/looks-at.ts";
import type { Rule } from "./rule.ts";
import { RunLog } from "./run-log.ts";

/** A rule, what it was compiled to, and what it did last. */
export interface ReadyRule {
  readonly rule: Rule;
  readonly compiled: CompiledRule;
  readonly inputsOfKey: ReadonlyMap<string, readonly number[]>;
  readonly runs: RunLog;
}

export function readyRule(rule: Rule, compiled: CompiledRule): ReadyRule {
  const inputsOfKey = new Map<string, number[]>();
  for (const [at, { definition }] of compiled.inputs.entries()) {
    if (definition.kind !== "TELEMETRY") continue;
    inputsOfKey.set(definition.key, [...(inputsOfKey.get(definition.key) ?? []), at]);
  }
  return { rule, compiled, inputsOfKey, runs: new RunLog() };
}

/** It looks at nothing but what is so until it changes: it can be judged without anything happening. */
export const isOfStates = ({ inputs }: CompiledRule): boolean => inputs.every(({ definition }) => isState(definition));

/** Silence counts, or what may be so already. */
export const looksUnasked = (rule: CompiledRule): boolean => Number.isFinite(rule.noDataAfterMs) || isOfStates(rule);
