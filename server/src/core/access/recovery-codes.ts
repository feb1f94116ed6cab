import { createHash, randomInt } from "node:crypto";

const codesGiven = 10;
/** No letters that look like digits, and no vowels that make words. */
const letters = "23456789BCDFGHJKMNPQRSTVWXYZ";
const groups = 4;
const lettersPerGroup = 4;

/** 16 of 28 letters are 76 bits: nobody tries them, so a quick hash is enough to keep. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: codesGiven }, newCode);

const newCode = (): string => Array.from({ length: groups }, newGroup).join("-");

const newGroup = (): string =>
  Array.from({ length: lettersPerGroup }, () => letters[randomInt(letters.length)]).join("");

/** As it was printed or typed: case, blanks and hyphens do not matter. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/** An authenticator app shows six digits, a recovery code is longer. */
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(plainCode(typed));

export const recoveryHashOf = (code: string): string => createHash("sha256").update(plainCode(code)).digest("hex");
