import type { CalculatedDefinition, RuleProblem } from "@heliograph/contract";
import { createContext, use } from "react";
import type { Ground } from "../../rules/use-rule-names.ts";

interface CalculatedEditing {
  readonly definition: CalculatedDefinition;
  /** Undefined where one may only look. */
  readonly change: ((definition: CalculatedDefinition) => void) | undefined;
  readonly ground: Ground;
  /** What is wrong at a place of the definition, and below it. */
  readonly problemsAt: (path: string) => readonly RuleProblem[];
}

const CalculatedEditingContext = createContext<CalculatedEditing | undefined>(undefined);

export const CalculatedEditingProvider = CalculatedEditingContext.Provider;

/** The channel that the parts around belong to. */
export function useCalculatedEditing(): CalculatedEditing {
  const editing = use(CalculatedEditingContext);
  if (!editing) throw new Error("a part of a calculated channel outside of one");
  return editing;
}
