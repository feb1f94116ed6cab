import { AppError } from "./errors.ts";
import { foldCase } from "./text.ts";

/** Characters nobody sees: control and format characters (zero width, bidi), fillers, variation selectors, line ends. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
const allInvisible = new RegExp(invisible, "gu");

/**
 * What people see of a name: without case, width, styles, invisible characters and blanks around it. Two names of one
 * likeness cannot be told apart on a screen. Letters of other scripts that look alike stay apart: they are in use.
 */
export const nameLikeness = (name: string): string =>
  foldCase(name.normalize("NFKC").replaceAll(allInvisible, "")).trim();

/** Which form is meant; pages have words of their own for each, and `here` is what they name. */
type NameFault = "BLANKS" | "INVISIBLE" | "NOT_PLAIN";

const nameForm = (what: string, kind: NameFault, fault: string, here = "") =>
  new AppError("NAME_FORM", "invalid", `${what}: ${fault}`, { params: { kind, here } });

/** Of new names; those that are there already go on as they are. */
export function requireVisibleName(what: string, name: string): void {
  if (name !== name.trim()) throw nameForm(what, "BLANKS", "must not begin or end with a blank");
  const hidden = invisible.exec(name)?.[0];
  if (hidden === undefined) return;
  const here = codePointOf(hidden);
  throw nameForm(what, "INVISIBLE", `must not hold an invisible character, here ${here}`, here);
}

/** As `requireVisibleName`, and in the one form (NFKC) that all ways to write the name lead to: names by which people log in. */
export function requireCanonicalName(what: string, name: string): void {
  requireVisibleName(what, name);
  const canonical = name.normalize("NFKC");
  if (canonical !== name)
    throw nameForm(what, "NOT_PLAIN", `must be written in its plain form, ${JSON.stringify(canonical)}`, canonical);
}

const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
