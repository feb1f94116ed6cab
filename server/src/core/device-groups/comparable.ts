import { comparedCharacters } from "@heliograph/contract";
import { foldCase } from "../../kernel/text.ts";
import type { TelemetryValue } from "../telemetry/index.ts";

/**
 * A value as text whose order, byte by byte, is that of the values: one index of texts answers every comparison, the same
 * way on every database. The first letter is the kind, so that nothing compares across kinds.
 */
export const comparableKinds = { boolean: "b", json: "j", number: "n", text: "t" } as const;

export function comparableOf(value: TelemetryValue): string {
  if (typeof value === "string") return comparableKinds.text + comparedText(value);
  if (typeof value === "boolean") return comparableKinds.boolean + (value ? "1" : "0");
  if (typeof value === "number" || typeof value === "bigint")
    return comparableKinds.number + orderedDigits(Number(value));
  return comparableKinds.json;
}

/** Case does not matter, and only the beginning counts. What a database cannot store is replaced, on both sides alike. */
export const comparedText = (text: string): string =>
  foldCase(text).slice(0, comparedCharacters).toWellFormed().replaceAll("\0", "\ufffd");

const view = new DataView(new ArrayBuffer(8));

/** The bits of a double, turned so that they sort as the numbers do. */
function orderedDigits(value: number): string {
  view.setFloat64(0, value === 0 ? 0 : value); // -0 is 0
  const [high, low] = [view.getUint32(0), view.getUint32(4)];
  const isNegative = high >>> 31 === 1;
  return isNegative ? hex(~high) + hex(~low) : hex(high ^ 0x80000000) + hex(low);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");
