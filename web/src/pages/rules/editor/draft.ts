import type { CheckedRule, RuleDefinition, RuleRecord } from "@heliograph/contract";

/** A rule as it is being edited. */
export interface RuleDraft {
  readonly name: string;
  readonly description: string;
  readonly definition: RuleDefinition;
}

export const draftOf = ({ name, description, definition }: Pick<RuleRecord, keyof RuleDraft>): RuleDraft => ({
  name,
  description: description ?? "",
  definition,
});

export const isSame = (a: RuleDraft, b: RuleDraft): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** As it is sent: the whole rule, with the version it was made from. */
export const inputOf = (draft: RuleDraft, base: Pick<CheckedRule, "id" | "version"> | undefined) => ({
  ...(base && { id: base.id, version: base.version }),
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  definition: draft.definition,
});
