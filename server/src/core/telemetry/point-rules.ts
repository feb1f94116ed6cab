import { invalidKey, invalidTs, notFinite } from "./errors.ts";
import { maxAbsoluteTs, maxKeyLength } from "./limits.ts";
import type { Point } from "./value.ts";

const codePointsOf = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** Keys are kept verbatim, so only what cannot be text at all is refused [TEL3]. */
export function isValidKey(key: string): boolean {
  if (key.length === 0 || key.length > 2 * maxKeyLength) return false;
  return key.isWellFormed() && (key.length <= maxKeyLength || codePointsOf(key) <= maxKeyLength);
}

export const isValidTs = (ts: number): boolean => Number.isInteger(ts) && Math.abs(ts) <= maxAbsoluteTs;

export function requireValidKey(key: string): void {
  if (!isValidKey(key)) throw invalidKey(key);
}

/** What every adapter of the store checks before it takes a point, besides its key. */
export function requireValidSample({ key, ts, value }: Point): void {
  if (!isValidTs(ts)) throw invalidTs(key);
  if (typeof value === "number" && !Number.isFinite(value)) throw notFinite(key);
}
