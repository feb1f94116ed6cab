import { Type } from "typebox";

/** How parts of a dashboard name each other: widgets, pages, variables. Nothing an object has by itself begins like it. */
export const partNamePattern = "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$";

export const partName = (description: string, example: string) =>
  Type.String({
    pattern: partNamePattern,
    "x-must": "must be up to 64 letters, digits, _ and -, and begin with a letter or digit",
    description,
    examples: [example],
  });
