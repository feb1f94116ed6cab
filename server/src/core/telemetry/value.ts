import { parseJsonText } from "@heliograph/contract/json-text";
import type { EpochMs } from "../../kernel/time.ts";

/** A JSON object or array, kept as text: nested 64-bit integers and member order survive [TEL3]. */
export class JsonDocument {
  /** Valid JSON text of an object or an array. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return parseJsonText(this.text);
  }
}

/**
 * What a point can hold [TEL3]. Integers within ±(2^53 − 1) and all other finite numbers are `number`; integers
 * beyond that, of any length, are `bigint`, so their text comes back digit by digit.
 */
export type TelemetryValue = string | boolean | number | bigint | JsonDocument;

/** One moment of one series. */
export interface Sample {
  readonly ts: EpochMs;
  readonly value: TelemetryValue;
}

/** One measured value of a device. */
export interface Point extends Sample {
  readonly key: string;
}

/** Points of one device, in the order they were sent: for an equal key and time the later one wins [MQ3]. */
export type PointBatch = readonly Point[];

/** A bigint that a number holds exactly becomes that number: one value has one form. */
export function canonicalInteger(value: bigint): number | bigint {
  const asNumber = Number(value);
  return Number.isSafeInteger(asNumber) ? asNumber : value;
}

/** The value as JSON text; numbers are the shortest text that reads the same, `-0` included [TEL3]. */
export function valueAsJson(value: TelemetryValue): string {
  if (value instanceof JsonDocument) return value.text;
  if (typeof value === "string") return JSON.stringify(value);
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The value as plain text, as reads without strict types show it [TEL1]. */
export const valueAsText = (value: TelemetryValue): string => (typeof value === "string" ? value : valueAsJson(value));
