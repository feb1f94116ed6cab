import type { ErrorObject } from "ajv";
import type { AppError } from "./errors.ts";
import { type Misfit, requestInvalid } from "./request-invalid.ts";
import { tagsOf } from "./schema-tags.ts";

type Json = Record<string, unknown>;

/** A sentence that names the field and says what it should be; the same in parts, for other languages. */
export function schemaMisfit(error: ErrorObject): AppError {
  const { text, ...misfit } = (misfits[error.keyword] ?? bound)(error, fieldOf(error));
  return requestInvalid(text, misfit);
}

const fieldOf = ({ instancePath }: ErrorObject): string => instancePath.slice(1).replaceAll("/", ".") || "body";

/** Of a field inside another one, or of the body itself. */
const within = (field: string, name: unknown): string => (field === "body" ? String(name) : `${field}.${name}`);

type Describe = (error: ErrorObject, field: string) => Misfit & { readonly text: string };

const misfits: Readonly<Record<string, Describe>> = {
  required: ({ params }, parent) => {
    const field = within(parent, params["missingProperty"]);
    return { field, kind: "required", text: `${field} is required` };
  },
  additionalProperties: ({ params }, field) => {
    const wanted = String(params["additionalProperty"]);
    return { field, kind: "unknown", wanted, text: `${field} must not have ${wanted}` };
  },
  enum: ({ params }, field) => oneOf(field, params["allowedValues"] as unknown[]),
  const: ({ params }, field) => {
    const wanted = JSON.stringify(params["allowedValue"]);
    return { field, kind: "const", wanted, text: `${field} must be ${wanted}` };
  },
  not: ({ schema }, field) => {
    const wanted = JSON.stringify((schema as Json)["const"]);
    return { field, kind: "not", wanted, text: `${field} must not be ${wanted}` };
  },
  discriminator: ({ schema, parentSchema, params }, field) => {
    const deeper = parentSchema?.["x-deeper"] as { readonly tags: unknown[]; readonly problem: string } | undefined;
    if (deeper?.tags.includes(params["tagValue"])) return { field, kind: "depth", text: `${field} ${deeper.problem}` };
    const branches = (parentSchema?.["oneOf"] ?? []) as Json[];
    const known = branches.flatMap((branch) => tagsOf(branch, schema as Json));
    return oneOf(within(field, (schema as Json)["propertyName"]), known);
  },
  pattern: ({ parentSchema }, field) => ({
    field,
    kind: String(parentSchema?.["x-form"] ?? "pattern"),
    text: `${field} ${parentSchema?.["x-must"] ?? "has an unexpected form"}`,
  }),
  type: ({ parentSchema, params }, field) => {
    const types = [params["type"]].flat().map(String);
    const [kind] = types.filter((type) => type !== "null");
    return { field, kind: kind ?? "type", text: `${field} ${parentSchema?.["x-object"] ?? mustBe(types)}` };
  },
};

const oneOf = (field: string, values: readonly unknown[]): ReturnType<Describe> => {
  const wanted = values.join(", ");
  return { field, kind: "enum", wanted, text: `${field} must be one of ${wanted}` };
};

/** A number, a length: the schema has the limit, and words for it. */
const bound: Describe = ({ keyword, message, params }, field) => ({
  field,
  kind: keyword,
  wanted: String(params["limit"] ?? ""),
  text: `${field} ${message}`,
});

const mustBe = (types: readonly string[]): string =>
  `must be ${types.map((type) => (type === "null" ? type : article(type))).join(" or ")}`;

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
