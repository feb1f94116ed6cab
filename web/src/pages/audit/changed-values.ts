import type { AuditRecord } from "@heliograph/contract";

type Data = AuditRecord["actionData"];

export interface ChangedValue {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What differed, each side as text; a side that has nothing is a dash. */
export function changedValues({ before = {}, after = {} }: Data): readonly ChangedValue[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({ name, before: valueText(before[name]), after: valueText(after[name]) }));
}

export const factTexts = ({ facts = {} }: Data): readonly (readonly [name: string, text: string])[] =>
  Object.entries(facts).map(([name, value]) => [name, valueText(value)]);

function valueText(value: unknown): string {
  if (value === undefined || value === null) return "–";
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
