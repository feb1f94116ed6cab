import { parseJsonText } from "@heliograph/contract/json-text";

interface NumberSource {
  readonly source?: string;
}

/** Not yet in the compiler's library; there wherever a reviver is told the source of a number. */
declare global {
  interface JSON {
    rawJSON?(text: string): unknown;
  }
}

const integer = /^[+-]?\d+$/;

/** A number with the digits it was written with: integers beyond a double are bigints [TEL3]. */
export function exactNumber(source: string): number | bigint {
  const number = Number(source);
  return !Number.isSafeInteger(number) && integer.test(source) ? BigInt(source) : number;
}

const revived = (_: string, value: unknown, context?: NumberSource): unknown =>
  typeof value === "number" && context?.source !== undefined ? exactNumber(context.source) : value;

/** An integer with fewer digits fits into a double; looking for one is much cheaper than asking about every value. */
const mayBeBeyondDouble = /\d{16}/;

/** The server keeps integers of any length; what is read here and sent back keeps them, too. */
export const parsedExactly = (text: string): unknown =>
  mayBeBeyondDouble.test(text) ? parseJsonText(text, { revived }) : parseJsonText(text);

const written = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? (JSON.rawJSON?.(String(value)) ?? Number(value)) : value;

export const exactJson = (value: unknown, indent?: number): string => JSON.stringify(value, written, indent) ?? "";
