import { parseJsonText } from "@heliograph/contract/json-text";
import { canonicalInteger } from "./value.ts";

const integerLiteral = /^-?\d+$/;
const codeOf = (character: string): number => character.charCodeAt(0);
const [minus, zero, nine, smallE, largeE] = [codeOf("-"), codeOf("0"), codeOf("9"), codeOf("e"), codeOf("E")];
/** With no more digits in a row a number comes out as it went in. */
const longestPlain = 15;

/** Numbers as the payload spelled them: integers a double cannot hold stay exact, out of range stays text [TEL3]. */
function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined) return value;
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return value;
  return integerLiteral.test(context.source) && value !== 0 ? canonicalInteger(BigInt(context.source)) : value;
}

/** Keeps integers beyond 2^53 as bigint. About five times slower than without. */
export const parseExactJson = (text: string): unknown => parseJsonText(text, { revived: exactly });

/**
 * Whether plain `JSON.parse` followed by `JSON.stringify` could change a number in `text`: a long row of digits, an
 * exponent, -0. Every message is looked at, and as a regular expression this was a tenth of what one costs.
 */
export function mayBeAltered(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine) {
      if (++digits > longestPlain) return true;
      if (code === zero && digits === 1 && text.charCodeAt(at - 1) === minus) return true;
    } else {
      if (digits > 0 && (code === smallE || code === largeE)) return true;
      digits = 0;
    }
  }
  return false;
}

export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(member, limit - 1));
}

/** A number inside a document that is no double at all (1e400) cannot be given back: the document is refused. */
export function holdsOnlyFiniteNumbers(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(holdsOnlyFiniteNumbers);
}
