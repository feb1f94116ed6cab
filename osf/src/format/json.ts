// JSON with exact integers: starttime and the trailer's nanoseconds exceed 2^53, where JSON.parse rounds (§3.4).

export type JsonValue = string | number | bigint | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

interface ReviverContext {
  readonly source?: string;
}

/** Like JSON.parse, but an integer a double cannot hold becomes a bigint. */
export function parseJson(text: string): JsonValue {
  return JSON.parse(text, (_key, value: JsonValue, context?: ReviverContext): JsonValue => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
  });
}

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as the raw text it is kept as; structures stay JSON. */
export function jsonText(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value);
  return JSON.stringify(value, (_key, part: JsonValue) => (typeof part === "bigint" ? String(part) : part));
}
