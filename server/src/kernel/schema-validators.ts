import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { dropNulls } from "./drop-nulls.ts";
import type { AppError } from "./errors.ts";
import { requestInvalid } from "./request-invalid.ts";
import { schemaMisfit } from "./schema-misfit.ts";
import { SchemaParts } from "./schema-parts.ts";

/** `1e999` is a number in JSON, and no double: written back it would be null. */
const rules = { strict: false, strictNumbers: true, discriminator: true } as const;
/** That our schemas are schemas is shown by a test: to compile the schema of schemas takes longer than all we need of ours. */
const trusted = { validateSchema: false } as const;
/** Schemas are compiled at their first use, while a request waits: to optimize what that makes is two thirds of it, and gains nothing. */
const quickly = { code: { optimize: false } } as const;
export const schemaOptions = {
  ...rules,
  ...trusted,
  ...quickly,
  verbose: true,
  useDefaults: true,
  allErrors: false,
} as const;
/** Paths and queries are text; numbers and booleans have to be read out of it. */
const forText = new Ajv({ ...schemaOptions, coerceTypes: true });
/** Bodies have types of their own: a number in quotes is a mistake to tell, not to mend [API7]. */
const forBodies = new Ajv({ ...schemaOptions, coerceTypes: false });
const bodyParts = new SchemaParts((schema) => forBodies.compile(schema));
forBodies.addKeyword(bodyParts.keyword);

type Checked = { readonly value: unknown } | { readonly error: AppError };

export interface BodyValidator {
  (value: unknown): Checked;
  /** Compiles the schema, if that was not done, in pieces: where the first value is large, too, all would be one. */
  readonly prepare: () => Generator<void>;
}

export function bodyValidator(schema: object): BodyValidator {
  const validator = atFirstUse(() => bodyParts.validatorOf(schema));
  const check = (value: unknown): Checked => {
    const validate = validator();
    dropNulls(value, schema as Record<string, unknown>);
    return validate(value) ? { value } : { error: invalid(validate.errors?.[0]) };
  };
  let isPrepared = false;
  function* prepare(): Generator<void> {
    if (!isPrepared) yield* bodyParts.prepare(schema);
    isPrepared = true;
  }
  return Object.assign(check, { prepare });
}

export function textValidator(schema: object): (value: unknown) => Checked {
  const validator = atFirstUse(() => compiledForText(schema));
  return (value) => {
    const validate = validator();
    if (!validate(value)) return { error: invalid(validate.errors?.[0]) };
    const [endless] = Object.entries(value ?? {}).find(([, entry]) => isEndless(entry)) ?? [];
    return endless === undefined ? { value } : { error: numberEndless(endless) };
  };
}

/** By the text of their schema: routes share many, such as the id in a path, and so do the nodes of one process. */
const textValidators = new Map<string, ValidateFunction>();

const compiledForText = (schema: object): ValidateFunction =>
  textValidators.getOrInsertComputed(JSON.stringify(schema), () => forText.compile(schema));

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
