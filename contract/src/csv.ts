import { Type } from "typebox";

/** [API12] */
export const csvEscape = Type.Optional(
  Type.Enum(["formulas", "none"], {
    default: "formulas",
    description: "CSV: texts that a spreadsheet would execute get a ' before them, or stay as they are",
    examples: ["none"],
  }),
);
