import { type Static, type TObject, type TProperties, Type } from "typebox";
import { closed } from "../durations.ts";
import type { SaidProblem } from "../said-problem.ts";

/** What a value of an input is. A value of another kind is unknown to the rule. */
export const inputTypes = ["NUMBER", "TEXT", "BOOLEAN"] as const;
export type InputType = (typeof inputTypes)[number];

/** One kind of input: its schema, what its values are, and what the schema cannot say. */
export interface InputKind<Kind extends string, Schema extends TObject> {
  readonly kind: Kind;
  readonly schema: Schema;
  readonly typeOf: (input: Static<Schema>) => InputType;
  /** Why an input of this kind makes no sense, or undefined. */
  readonly problemOf: (input: Static<Schema>) => SaidProblem | undefined;
}

/** Keeps the exact types: the union of all inputs is made from them. */
export const inputKind = <const Kind extends string, Schema extends TObject>(
  definition: InputKind<Kind, Schema>,
): InputKind<Kind, Schema> => definition;

/** By this name conditions and expressions know an input; the words of CEL are none. */
const inputNamePattern =
  "^(?!(true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)$)[a-zA-Z][a-zA-Z0-9_]*$";

/** An input of a kind, with the name all of them have. */
export const inputSchema = <const Kind extends string, Fields extends TProperties>(
  kind: Kind,
  fields: Fields,
  description: string,
) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      name: Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: inputNamePattern,
        "x-must": "must be a letter and then letters, digits and _, and no word of the expressions",
        "x-form": "identifier",
        description: "How conditions call it",
        examples: ["temperature"],
      }),
      ...fields,
    },
    { ...closed, description },
  );

export const valueType = Type.Optional(
  Type.Enum([...inputTypes], { default: "NUMBER", description: "What its values are", examples: ["NUMBER"] }),
);

export const valueKeyMaxLength = 256;
const valueKeyPattern = "^[^\\u0000\\p{Cs}]*$";

/** For keys that come in other ways than in a rule as JSON. */
export const isValueKey = (text: string): boolean =>
  text.length > 0 && text.length <= valueKeyMaxLength && new RegExp(valueKeyPattern, "u").test(text);

export const valueKey = Type.String({
  minLength: 1,
  maxLength: valueKeyMaxLength,
  pattern: valueKeyPattern,
  "x-must": "must be text without NUL",
  "x-form": "text",
  description: "Key, verbatim",
  examples: ["bearing.temperature"],
});
