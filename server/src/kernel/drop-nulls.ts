import { tagsOf } from "./schema-tags.ts";

type Json = Record<string, unknown>;

/**
 * `null` and missing mean the same for optional fields [API7]; a required one keeps its null and is told so. In place: to
 * copy ten thousand channels takes as long as to check them [API11].
 */
export function dropNulls(value: unknown, schema: Json): void {
  const chosen = chosenBranch(value, schema);
  const { properties, items, patternProperties } = chosen;
  if (Array.isArray(value) && isObject(items)) for (const entry of value) dropNulls(entry, items);
  if (isObject(value) && isObject(patternProperties)) dropNullsInMap(value, patternProperties);
  if (!isObject(value) || !isObject(properties)) return;
  for (const key of Object.keys(value)) {
    const [entry, nested] = [value[key], Object.hasOwn(properties, key) ? properties[key] : undefined];
    if (entry === null && !isRequired(key, chosen) && !clears(nested)) delete value[key];
    else if (isObject(nested)) dropNulls(entry, nested);
  }
}

/** Names of a map are the caller's: what they stand for has one form. */
function dropNullsInMap(map: Json, patterns: Json): void {
  const [form] = Object.values(patterns);
  if (isObject(form)) for (const entry of Object.values(map)) dropNulls(entry, form);
}

/** Of several forms the one that the value names by its tag. */
function chosenBranch(value: unknown, schema: Json): Json {
  const { discriminator, oneOf } = schema;
  if (!isObject(value) || !isObject(discriminator) || !Array.isArray(oneOf)) return schema;
  const tag = value[String(discriminator["propertyName"])];
  return oneOf.find((branch) => tagsOf(branch, discriminator).includes(tag)) ?? {};
}

/** Where null says something else than nothing. */
const clears = (schema: unknown): boolean => isObject(schema) && schema["x-null"] === "clears";

const isRequired = (key: string, { required }: Json): boolean => Array.isArray(required) && required.includes(key);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
