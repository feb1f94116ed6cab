import { Type } from "typebox";

/**
 * No control characters and no halves of surrogate pairs: the first break logs, headers and terminals, the
 * second cannot be stored as UTF-8 at all.
 */
const printable = "^[^\\p{Cc}\\p{Cs}]*$";
const printableAndNotBlank = "^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$";

/** What a caller reads when a pattern does not fit; `x-must` follows the name of the field. */
const mustBePrintable = "must be text without control characters, and not only blanks";

/** The longest name of anything, in characters. */
export const nameMaxLength = 255;

/** A name of 1–255 printable characters, not only blanks; kept as it was written. */
export const nameText = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: nameMaxLength,
    pattern: printableAndNotBlank,
    "x-must": mustBePrintable,
    description,
    examples: [example],
  });

/** One line of free text, possibly empty. */
export const lineText = (description: string, example: string, maxLength = nameMaxLength) =>
  Type.String({ maxLength, pattern: printable, "x-must": mustBePrintable, description, examples: [example] });

/** Free text with line breaks and tabs. */
export const freeText = (description: string, example: string, maxLength: number) =>
  Type.String({
    maxLength,
    pattern: "^[^\\u0000\\p{Cs}]*$",
    "x-must": mustBePrintable,
    description,
    examples: [example],
  });
