import { parseJsonText } from "@heliograph/contract/json-text";
import { canonical, type Unchained } from "./audit-rows.ts";

type Form = (value: unknown) => boolean;

const isText: Form = (value) => typeof value === "string" && value.isWellFormed() && !value.includes("\0");
const isId: Form = (value) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
const isWhole: Form = (value) => Number.isSafeInteger(value);
const orNull =
  (form: Form): Form =>
  (value) =>
    value === null || form(value);
const isJsonObject: Form = (value) => {
  const parsed = isText(value) ? parsedOrNull(String(value)) : null;
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
};

/** In the order of the text that is hashed. */
const forms: readonly (readonly [name: keyof Unchained, form: Form])[] = [
  ["chain", isId],
  ["id", isId],
  ["created_time", isWhole],
  ["user_id", orNull(isId)],
  ["user_name", isText],
  ["address", orNull(isText)],
  ["via", isText],
  ["action", isText],
  ["entity_type", isText],
  ["entity_id", isText],
  ["entity_name", orNull(isText)],
  ["data", isJsonObject],
  ["failure", orNull(isText)],
  ["count", isWhole],
];

/**
 * The entry that waits with this content; undefined where it is not what an entry is written as. Looked at closely: what
 * a table refuses would keep all behind it from being sealed.
 */
export function rowOfContent(content: string): Unchained | undefined {
  const values = parsedOrNull(content);
  if (!Array.isArray(values) || values.length !== forms.length) return undefined;
  if (!forms.every(([, form], at) => form(values[at]))) return undefined;
  const row = Object.fromEntries(forms.map(([name], at) => [name, values[at]])) as unknown as Unchained; // each was looked at
  return canonical(row) === content ? row : undefined;
}

function parsedOrNull(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return null;
  }
}
