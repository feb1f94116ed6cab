import { Ajv, type ErrorObject } from "ajv";
import { AppError } from "./errors.ts";

/** `1e999` is a number in JSON, and no double: written back it would be null. */
const rules = { strict: false, strictNumbers: true, discriminator: true } as const;
/** That our schemas are schemas is shown by a test: to compile the schema of schemas takes longer than all we need of ours. */
const trusted = { validateSchema: false } as const;
const options = { ...rules, ...trusted, verbose: true, useDefaults: true, allErrors: false } as const;
/** Paths and queries are text; numbers and booleans have to be read out of it. */
const forText = new Ajv({ ...options, coerceTypes: true });
/** Bodies have types of their own: a number in quotes is a mistake to tell, not to mend [API7]. */
const forBodies = new Ajv({ ...options, coerceTypes: false });

type Json = Record<string, unknown>;

type Checked = { readonly value: unknown } | { readonly error: AppError };

export function bodyValidator(schema: object): (value: unknown) => Checked {
  const validator = atFirstUse(() => forBodies.compile(schema));
  return (value) => {
    const validate = validator();
    dropNulls(value, schema as Json);
    return validate(value) ? { value } : { error: invalid(validate.errors?.[0]) };
  };
}

export function textValidator(schema: object): (value: unknown) => Checked {
  const validator = atFirstUse(() => forText.compile(schema));
  return (value) => {
    const validate = validator();
    if (!validate(value)) return { error: invalid(validate.errors?.[0]) };
    const [endless] = Object.entries(value ?? {}).find(([, entry]) => isEndless(entry)) ?? [];
    return endless === undefined ? { value } : { error: numberEndless(endless) };
  };
}

/** Compiling the schemas of every route would be a fifth of the time a node takes to start. */
function atFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const invalid = (error: ErrorObject | undefined) =>
  new AppError("REQUEST_INVALID", "invalid", error ? describe(error) : "The request does not fit the schema");

/** `1e999` in a path or query is a number that no double holds; the schemas see it before it is one. */
const isEndless = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);
const numberEndless = (field: string) => new AppError("REQUEST_INVALID", "invalid", `${field} must be a number`);

/**
 * `null` and missing mean the same for optional fields [API7]; a required one keeps its null and is told so. In place: to
 * copy ten thousand channels takes as long as to check them [API11].
 */
function dropNulls(value: unknown, schema: Json): void {
  const chosen = chosenBranch(value, schema);
  const { properties, items } = chosen;
  if (Array.isArray(value) && isObject(items)) for (const entry of value) dropNulls(entry, items);
  if (!isObject(value) || !isObject(properties)) return;
  for (const key of Object.keys(value)) {
    const [entry, nested] = [value[key], Object.hasOwn(properties, key) ? properties[key] : undefined];
    if (entry === null && !isRequired(key, chosen) && !clears(nested)) delete value[key];
    else if (isObject(nested)) dropNulls(entry, nested);
  }
}

/** Of several forms the one that the value names by its tag. */
function chosenBranch(value: unknown, schema: Json): Json {
  const { discriminator, oneOf } = schema;
  if (!isObject(value) || !isObject(discriminator) || !Array.isArray(oneOf)) return schema;
  const tag = value[String(discriminator["propertyName"])];
  return oneOf.find((branch) => tagsOf(branch, discriminator).includes(tag)) ?? {};
}

/** The values of the tag that choose a form. */
function tagsOf(branch: Json, discriminator: Json): unknown[] {
  const properties = branch["properties"] as Record<string, Json> | undefined;
  const tag = properties?.[String(discriminator["propertyName"])];
  if (tag === undefined) return [];
  return Array.isArray(tag["enum"]) ? tag["enum"] : [tag["const"]];
}

/** Where null says something else than nothing. */
const clears = (schema: unknown): boolean => isObject(schema) && schema["x-null"] === "clears";

const isRequired = (key: string, { required }: Json): boolean => Array.isArray(required) && required.includes(key);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A sentence that names the field and says what it should be. */
function describe(error: ErrorObject): string {
  const field = error.instancePath.slice(1).replaceAll("/", ".");
  const subject = field || "body";
  switch (error.keyword) {
    case "required":
      return `${[field, error.params["missingProperty"]].filter(Boolean).join(".")} is required`;
    case "additionalProperties":
      return `${subject} must not have ${error.params["additionalProperty"]}`;
    case "enum":
      return `${subject} must be one of ${(error.params["allowedValues"] as unknown[]).join(", ")}`;
    case "const":
      return `${subject} must be ${JSON.stringify(error.params["allowedValue"])}`;
    case "discriminator": {
      const { propertyName } = error.schema as { readonly propertyName: string };
      const branches = (error.parentSchema?.["oneOf"] ?? []) as Json[];
      const known = branches.flatMap((branch) => tagsOf(branch, error.schema as Json));
      const deeper = error.parentSchema?.["x-deeper"] as
        | { readonly tags: unknown[]; readonly problem: string }
        | undefined;
      if (deeper?.tags.includes(error.params["tagValue"])) return `${subject} ${deeper.problem}`;
      return `${[field, propertyName].filter(Boolean).join(".")} must be one of ${known.join(", ")}`;
    }
    case "pattern":
      return `${subject} ${error.parentSchema?.["x-must"] ?? "has an unexpected form"}`;
    case "not":
      return `${subject} must not be ${JSON.stringify((error.schema as Json)["const"])}`;
    case "type":
      return `${subject} ${error.parentSchema?.["x-object"] ?? mustBe([error.params["type"]].flat().map(String))}`;
    default:
      return `${subject} ${error.message}`;
  }
}

const mustBe = (types: readonly string[]): string =>
  `must be ${types.map((type) => (type === "null" ? type : article(type))).join(" or ")}`;

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
