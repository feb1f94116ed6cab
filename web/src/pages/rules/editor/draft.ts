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

/** The alarm of a new rule is called as the rule is, until somebody calls it otherwise. */
export function renamed({ name: before, definition }: RuleDraft, name: string): Partial<RuleDraft> {
  const isNamedAlike = definition.alarmType === before && name.trim() !== "";
  return isNamedAlike ? { name, definition: { ...definition, alarmType: name } } : { name };
}

export const isSame = (a: RuleDraft, b: RuleDraft): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** As it is sent: the whole rule, with the version it was made from. */
export const inputOf = (draft: RuleDraft, base: Pick<CheckedRule, "id" | "version"> | undefined) => ({
  ...(base && { id: base.id, version: base.version }),
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  definition: draft.definition,
});
