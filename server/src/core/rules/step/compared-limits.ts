import { partsOfCondition, type RuleDefinition } from "@heliograph/contract";
import type { RuleValue } from "../values.ts";
import type { Transition } from "./transition.ts";

/** What an input was compared with, as whoever is told wants to know it [NTF1]. */
export interface ComparedLimit {
  /** Name of the input. */
  readonly input: string;
  /** Key of the channel or attribute, which says the title and the unit; null of what has none. */
  readonly key: string | null;
  readonly comparison: string;
  readonly limit: RuleValue;
}

/** The limits of the step it is about; another input is the limit where the rule compares with one. */
export function comparedLimits(
  { steps, inputs }: RuleDefinition,
  { severity, values }: Pick<Transition, "severity" | "values">,
): readonly ComparedLimit[] {
  const step = steps.find((one) => one.severity === severity) ?? steps[0];
  if (!step) return [];
  return [...partsOfCondition(step.when, "")].flatMap(([, part]) => {
    if (part.kind !== "COMPARE") return [];
    const limit = part.other === undefined ? part.value : values[part.other];
    if (limit === undefined || limit === null) return [];
    const named = inputs.find(({ name }) => name === part.input);
    const key = named && "key" in named ? named.key : null;
    return [{ input: part.input, key, comparison: part.comparison, limit }];
  });
}
