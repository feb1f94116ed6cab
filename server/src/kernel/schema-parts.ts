import type { AnySchemaObject, KeywordCxt, ValidateFunction } from "ajv";
import { callRef } from "ajv/dist/vocabularies/core/ref.js";

type Json = Record<string, unknown>;

/**
 * Ajv makes one function of a schema and all that stands in it: a filter of devices that stands in ten places of a rule is
 * compiled ten times, by Ajv and then by V8, while a request waits. Whatever is longer than this becomes a function of its
 * own, compiled when a value first comes to it, and one for all places and routes where it stands in the same words [API11].
 */
const longestInPlace = 600;

/** Stands in a schema for one of its parts: its text. */
const keyword = "x-part";

interface Part {
  readonly schema: Json;
  readonly check: (...value: Parameters<ValidateFunction>) => boolean;
}

type Compile = (schema: AnySchemaObject) => ValidateFunction;

/** The functions of all schemas that one Ajv checks by, by the text of the schema. */
export class SchemaParts {
  readonly #parts = new Map<string, Part>();
  readonly #made = new Map<string, ValidateFunction>();
  readonly #compile: Compile;

  constructor(compile: Compile) {
    this.#compile = compile;
  }

  /** For the Ajv that compiles them. Errors come back as they are told inside: of the field, the schema and the value there. */
  readonly keyword = {
    keyword,
    schemaType: "string" as const,
    code: (context: KeywordCxt) =>
      callRef(context, context.gen.scopeValue("validate", { ref: this.#partOf(context.schema).check })),
  };

  /** Without its parts: they are compiled when a value comes to them. */
  validatorOf(schema: object, text = JSON.stringify(schema)): ValidateFunction {
    return this.#made.getOrInsertComputed(text, () => this.#compile(this.#withoutParts(schema as Json)));
  }

  /** The schema and each of its parts that was not compiled before, one by one. */
  *prepare(schema: object): Generator<void> {
    const { schema: own } = this.validatorOf(schema);
    yield;
    for (const text of textsIn(own as Json)) if (!this.#made.has(text)) yield* this.prepare(this.#partOf(text).schema);
  }

  #partOf(text: string): Part {
    const part = this.#parts.get(text);
    if (!part) throw new Error("A schema names a part that was not cut out of it");
    return part;
  }

  #withoutParts(schema: Json): Json {
    const { discriminator, oneOf, items, additionalProperties } = schema;
    const rest: Json = { ...schema };
    for (const key of ["properties", "patternProperties"])
      if (isObject(schema[key])) rest[key] = mapped(schema[key], (part) => this.#shortened(part));
    for (const [key, part] of Object.entries({ items, additionalProperties }))
      if (isObject(part)) rest[key] = this.#shortened(part);
    if (isObject(discriminator) && Array.isArray(oneOf))
      rest["oneOf"] = oneOf.map((branch: Json) => this.#shortenedBranch(branch, String(discriminator["propertyName"])));
    return rest;
  }

  /** What is missing is put in by the schema around it, so the default stays there. */
  #shortened(part: unknown): unknown {
    const text = isObject(part) ? JSON.stringify(part) : "";
    if (!isObject(part) || text.length <= longestInPlace) return part;
    return { ...("default" in part ? { default: part["default"] } : {}), ...this.#named(text, part) };
  }

  /** Which form is meant is read off its tag, by Ajv and by whoever tells the caller of the forms there are. */
  #shortenedBranch(branch: Json, tag: string): Json {
    const text = JSON.stringify(branch);
    if (text.length <= longestInPlace) return branch;
    const { [tag]: tagSchema } = branch["properties"] as Json;
    return { required: [tag], properties: { [tag]: tagSchema }, ...this.#named(text, branch) };
  }

  #named(text: string, schema: Json): Json {
    this.#parts.getOrInsertComputed(text, () => ({ schema, check: this.#atFirstUse(text, schema) }));
    return { [keyword]: text };
  }

  #atFirstUse(text: string, schema: Json): Part["check"] {
    const check = (...value: Parameters<ValidateFunction>): boolean => {
      const validate = this.validatorOf(schema, text);
      const isValid = validate(...value);
      check.errors = validate.errors;
      return isValid;
    };
    check.errors = undefined as ValidateFunction["errors"];
    return check;
  }
}

/** The parts named in a schema, outside of those parts. */
function textsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(textsIn);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => (key === keyword ? [String(value)] : textsIn(value)));
}

const mapped = (entries: Json, change: (entry: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, change(entry)]));

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
