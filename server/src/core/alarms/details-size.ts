/** Deeper than this nobody looks. */
const deepest = 8;
/** Of a character that JSON writes as `\u0000`. */
const bytesPerCharacter = 6;
const longestNumber = 25;

/**
 * No less than what a value takes as JSON, found without writing it: details are nearly always far smaller than they may be.
 * Infinity where a look does not tell.
 */
export function bytesAtMost(value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length * bytesPerCharacter + 2;
  if (typeof value === "number" || typeof value === "boolean" || value === null) return longestNumber;
  if (typeof value !== "object" || depth === deepest || "toJSON" in value) return Number.POSITIVE_INFINITY;
  let bytes = 2;
  for (const [name, part] of Object.entries(value)) {
    bytes += name.length * bytesPerCharacter + 4 + bytesAtMost(part, depth + 1);
  }
  return bytes;
}
