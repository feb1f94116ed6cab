import type { RuleDefinition } from "@heliograph/contract";
import { createContext, use } from "react";
import type { Wording } from "../sentence/wording.ts";
import type { Ground } from "../use-rule-names.ts";

/** A rule that is being edited, or only looked at where `change` is missing. */
interface RuleEditing {
  readonly definition: RuleDefinition;
  readonly change: ((definition: RuleDefinition) => void) | undefined;
  readonly ground: Ground;
  readonly wording: Wording;
  /** What the server says is wrong at this place of the definition. */
  readonly problemsAt: (path: string) => readonly string[];
}

const EditingContext = createContext<RuleEditing | undefined>(undefined);
export const RuleEditingProvider = EditingContext;

export function useRuleEditing(): RuleEditing {
  const editing = use(EditingContext);
  if (!editing) throw new Error("a part of a rule was drawn without a rule");
  return editing;
}
