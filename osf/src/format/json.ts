// JSON with exact integers: starttime and the trailer's nanoseconds exceed 2^53, where JSON.parse rounds (§3.4).

import { scanJson, type TextRange } from "./json-scan.ts";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Like JSON.parse, but an integer a double cannot hold becomes a string of its digits. */
export function parseJson(text: string, maxEntries: number): JsonValue {
  return JSON.parse(quoted(text, scanJson(text, maxEntries)));
}

/** Quotes in the text, because a function that JSON.parse calls for every value takes fifty times as long. */
function quoted(text: string, ranges: readonly TextRange[]): string {
  if (ranges.length === 0) return text;
  let done = 0;
  const pieces = ranges.map(({ from, end }) => {
    const piece = `${text.slice(done, from)}"${text.slice(from, end)}"`;
    done = end;
    return piece;
  });
  return pieces.join("") + text.slice(done);
}

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as the raw text it is kept as; structures stay JSON. */
export function jsonText(value: JsonValue): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
