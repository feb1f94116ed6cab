import { Type } from "typebox";
import { lineText } from "../text.ts";

/** What something is called, and how in other languages; without a name its key is shown. */
export const labels = {
  name: Type.Optional(lineText("Display name", "Oil temperature")),
  names: Type.Optional(
    Type.Record(
      Type.String({ pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$" }),
      lineText("Display name", "Öltemperatur"),
      {
        additionalProperties: false,
        maxProperties: 32,
        description: "Display names in other languages",
        examples: [{ de: "Öltemperatur" }],
      },
    ),
  ),
};

export const colour = Type.String({
  pattern: "^#[0-9a-fA-F]{6}$",
  "x-must": "must be a colour such as #0b6285",
  "x-form": "colour",
  description: "A colour",
  examples: ["#0b6285"],
});

export const unit = lineText("Unit: a UCUM code or any text", "Cel", 32);

/** What a state or a choice can be equal to. */
export const scalar = (description: string, example: string | number | boolean) =>
  Type.Unsafe<string | number | boolean>({
    type: ["string", "number", "boolean"],
    maxLength: 255,
    description,
    examples: [example],
  });
