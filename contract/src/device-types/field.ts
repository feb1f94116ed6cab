import { type Static, Type } from "typebox";
import { attributeScopes } from "../attributes.ts";
import { freeText } from "../text.ts";
import { labels, scalar, unit } from "./labels.ts";

const closed = { additionalProperties: false };

export const fieldKinds = ["number", "boolean", "text", "choice", "json"] as const;
export type FieldKind = (typeof fieldKinds)[number];

const key = Type.String({ minLength: 1, maxLength: 256, description: "Key, verbatim", examples: ["interval"] });
const choice = Type.Object({ value: scalar("The value that is sent", "fast"), ...labels }, closed);

/** The most choices of one field. */
export const choicesAtMost = 256;

/** One line of a form: a parameter of a command, or an attribute. */
const field = {
  key,
  ...labels,
  description: Type.Optional(freeText("What it means", "Seconds between two measurements", 1024)),
  kind: Type.Optional(Type.Enum([...fieldKinds], { default: "text", examples: ["number"] })),
  unit: Type.Optional(unit),
  min: Type.Optional(Type.Number({ description: "Smallest number", examples: [1] })),
  max: Type.Optional(Type.Number({ description: "Largest number", examples: [3600] })),
  default: Type.Optional(Type.Unknown({ description: "What is there before anybody chose", examples: [10] })),
  choices: Type.Optional(Type.Array(choice, { maxItems: choicesAtMost })),
};

export const CommandParameter = Type.Object({ ...field, required: Type.Optional(Type.Boolean()) }, closed);
export type CommandParameter = Static<typeof CommandParameter>;

/** The most parameters of one command. */
export const parametersAtMost = 64;

/** A call of the device, as a form [TYP2]. */
export const TypeCommand = Type.Object(
  {
    method: Type.String({ minLength: 1, maxLength: 256, description: "Name of the method", examples: ["setRelay"] }),
    ...labels,
    description: Type.Optional(freeText("What it does", "Switches the relay", 1024)),
    parameters: Type.Optional(Type.Array(CommandParameter, { maxItems: parametersAtMost })),
    confirmation: Type.Optional(freeText("What is asked before it is sent", "Stop the test stand?", 1024)),
    oneWay: Type.Optional(Type.Boolean({ description: "No answer is waited for" })),
    timeout: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 300_000, description: "Milliseconds to wait", examples: [10_000] }),
    ),
  },
  closed,
);
export type TypeCommand = Static<typeof TypeCommand>;

export const attributeEditors = ["people", "device", "nobody"] as const;

export const TypeAttribute = Type.Object(
  {
    ...field,
    scope: Type.Optional(Type.Enum([...attributeScopes], { default: "SHARED_SCOPE", examples: ["SHARED_SCOPE"] })),
    editor: Type.Optional(
      Type.Enum([...attributeEditors], {
        default: "people",
        description: "Who edits it; forms offer what people edit",
        examples: ["people"],
      }),
    ),
  },
  closed,
);
export type TypeAttribute = Static<typeof TypeAttribute>;
