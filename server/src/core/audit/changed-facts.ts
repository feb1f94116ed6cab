import { isDeepStrictEqual } from "node:util";
import type { EntryData, Facts } from "./audit-entry.ts";

/** Both sides, without what is alike in both. */
export function changedFacts(before: Facts | undefined, after: Facts | undefined): EntryData {
  if (!before || !after) return { ...(before && { before }), ...(after && { after }) };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null));
  const onlyChanged = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  return { before: onlyChanged(before), after: onlyChanged(after) };
}

/** Whatever else is known of it: facts say where, not what. */
export const isWithoutChange = ({ before, after }: EntryData): boolean =>
  before !== undefined && after !== undefined && Object.keys(after).length === 0;
