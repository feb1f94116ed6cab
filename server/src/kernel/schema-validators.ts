import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { AppError } from "./errors.ts";
import { requestInvalid } from "./request-invalid.ts";
import { schemaMisfit } from "./schema-misfit.ts";
import { tagsOf } from "./schema-tags.ts";

/** `1e999` is a number in JSON, and no double: written back it would be null. */
const rules = { strict: false, strictNumbers: true, discriminator: true } as const;
/** That our schemas are schemas is shown by a test: to compile the schema of schemas takes longer than all we need of ours. */
const trusted = { validateSchema: false } as const;
/** Schemas are compiled at their first use, while a request waits: to optimize what that makes is two thirds of it, and gains nothing. */
const quickly = { code: { optimize: false } } as const;
const options = { ...rules, ...trusted, ...quickly, verbose: true, useDefaults: true, allErrors: false } as const;
/** Paths and queries are text; numbers and booleans have to be read out of it. */
const forText = new Ajv({ ...options, coerceTypes: true });
/** Bodies have types of their own: a number in quotes is a mistake to tell, not to mend [API7]. */
const forBodies = new Ajv({ ...options, coerceTypes: false });

type Json = Record<string, unknown>;

type Checked = { readonly value: unknown } | { readonly error: AppError };

export interface BodyValidator {
  (value: unknown): Checked;
  /** Compiles the schema now, if that was not done: where the first value is large, too, both would be one piece of work. */
  readonly prepare: () => void;
}

export function bodyValidator(schema: object): BodyValidator {
  const validator = atFirstUse(() => compiled(forBodies, schema));
  const check = (value: unknown): Checked => {
    const validate = validator();
    dropNulls(value, schema as Json);
    return validate(value) ? { value } : { error: invalid(validate.errors?.[0]) };
  };
  return Object.assign(check, { prepare: () => void validator() });
}

export function textValidator(schema: object): (value: unknown) => Checked {
  const validator = atFirstUse(() => compiled(forText, schema));
  return (value) => {
    const validate = validator();
    if (!validate(value)) return { error: invalid(validate.errors?.[0]) };
    const [endless] = Object.entries(value ?? {}).find(([, entry]) => isEndless(entry)) ?? [];
    return endless === undefined ? { value } : { error: numberEndless(endless) };
  };
}

/** By the text of their schema: routes share many, such as the id in a path, and so do the nodes of one process. */
const validators = new Map<Ajv, Map<string, ValidateFunction>>();

function compiled(ajv: Ajv, schema: object): ValidateFunction {
  const known = validators.getOrInsertComputed(ajv, () => new Map());
  return known.getOrInsertComputed(JSON.stringify(schema), () => ajv.compile(schema));
}

/** Compiling the schemas of every route would be a fifth of the time a node takes to start. */
function atFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const invalid = (error: ErrorObject | undefined): AppError =>
  error
    ? schemaMisfit(error)
    : requestInvalid("The request does not fit the schema", { field: "body", kind: "pattern" });

/** `1e999` in a path or query is a number that no double holds; the schemas see it before it is one. */
const isEndless = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);
const numberEndless = (field: string) => requestInvalid(`${field} must be a number`, { field, kind: "number" });

/**
 * `null` and missing mean the same for optional fields [API7]; a required one keeps its null and is told so. In place: to
 * copy ten thousand channels takes as long as to check them [API11].
 */
function dropNulls(value: unknown, schema: Json): void {
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
