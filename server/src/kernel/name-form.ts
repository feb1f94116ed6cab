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

const nameForm = (what: string, fault: string) => new AppError("NAME_FORM", "invalid", `${what}: ${fault}`);

/** Of new names; those that are there already go on as they are. */
export function requireVisibleName(what: string, name: string): void {
  if (name !== name.trim()) throw nameForm(what, "must not begin or end with a blank");
  const hidden = invisible.exec(name)?.[0];
  if (hidden !== undefined) throw nameForm(what, `must not hold an invisible character, here ${codePointOf(hidden)}`);
}

/** As `requireVisibleName`, and in the one form (NFKC) that all ways to write the name lead to: names by which people log in. */
export function requireCanonicalName(what: string, name: string): void {
  requireVisibleName(what, name);
  const canonical = name.normalize("NFKC");
  if (canonical !== name) throw nameForm(what, `must be written in its plain form, ${JSON.stringify(canonical)}`);
}

const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
