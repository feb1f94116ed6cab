import { canonicalInteger } from "./value.ts";

/** What Node has and TypeScript does not describe yet: the source text of numbers. */
interface SourceTextJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}
const json = JSON as unknown as SourceTextJson;

const integerLiteral = /^-?\d+$/;
/** What plain `JSON.parse` followed by `JSON.stringify` could alter: long digit runs, exponents, negative zero. */
const alterable = /\d{16}|\d[eE]|-0/;

/** Numbers as the payload spelled them: integers a double cannot hold stay exact, out of range stays text [TEL3]. */
function exactly(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== "number" || context.source === undefined) return value;
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return value;
  return integerLiteral.test(context.source) && value !== 0 ? canonicalInteger(BigInt(context.source)) : value;
}

/** `JSON.parse` that keeps integers beyond 2^53 as bigint. About five times slower than the plain one. */
export const parseExactJson = (text: string): unknown => json.parse(text, exactly);

/** Whether reading and writing `text` the plain way could change a number in it. */
export const mayBeAltered = (text: string): boolean => alterable.test(text);

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
