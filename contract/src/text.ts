import { Type } from "typebox";

/**
 * No control characters, line separators and halves of surrogate pairs: the first two break logs, headers and
 * terminals, the last cannot be stored as UTF-8 at all. No embedding, override or isolate of the writing direction:
 * with them a name shows as another one.
 */
const printable = "[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\u202A-\\u202E\\u2066-\\u2069]*$";
/** Neither blank nor ignored when shown (zero-width characters, fillers); U+2800 is Braille without a dot. */
const visible = "[^\\s\\p{Default_Ignorable_Code_Point}\\u2800]";

/** What a caller reads when a pattern does not fit; `x-must` follows the name of the field, `x-form` names it for other languages. */
const mustBePrintable =
  "must be text without control characters and changes of the writing direction, and not only blanks";

/** The longest name of anything, in characters. */
export const nameMaxLength = 255;

/** A name of 1–255 printable characters, not only blanks; kept as it was written. */
export const nameText = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: nameMaxLength,
    pattern: `^(?=.*${visible})${printable}`,
    "x-must": mustBePrintable,
    "x-form": "printable",
    description,
    examples: [example],
  });

/** One line of free text, possibly empty. */
export const lineText = (description: string, example: string, maxLength = nameMaxLength) =>
  Type.String({
    maxLength,
    pattern: `^${printable}`,
    "x-must": mustBePrintable,
    "x-form": "printable",
    description,
    examples: [example],
  });

const line = new RegExp(`^${printable}`, "u");

/** Whether a text fits `lineText`, for those who take it from somewhere else than a request. */
export const isLineText = (text: string): boolean => text.length <= nameMaxLength && line.test(text);

/** Texts that are kept verbatim: what no database can hold is refused by name. */
export const withoutNul = { pattern: "^[^\\u0000\\p{Cs}]*$", "x-must": "must be text without NUL" } as const;

/** Free text with line breaks and tabs. */
export const freeText = (description: string, example: string, maxLength: number) =>
  Type.String({
    maxLength,
    pattern: withoutNul.pattern,
    "x-must": mustBePrintable,
    "x-form": "printable",
    description,
    examples: [example],
  });
