import type { InputType } from "@heliograph/contract";
import type { TelemetryValue } from "../telemetry/index.ts";

/** What a condition can look at. */
export type RuleValue = number | string | boolean;
/** A value for each input of a rule, in their order; undefined is unknown. */
export type RuleValues = readonly (RuleValue | undefined)[];

/** The answer of a condition. */
export type Truth = 1 | 0 | -1;
export const met = 1;
export const unmet = 0;
export const unknown = -1;

export const truthOf = (isMet: boolean): Truth => (isMet ? met : unmet);

/** A longer text is looked at as far as this. */
export const textAtMost = 1_024;

const asNumber = (value: TelemetryValue): number | undefined => {
  if (typeof value === "number") return value;
  return typeof value === "bigint" ? finite(Number(value)) : undefined;
};

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

const reads: Readonly<Record<InputType, (value: TelemetryValue) => RuleValue | undefined>> = {
  NUMBER: asNumber,
  TEXT: (value) => (typeof value === "string" ? value.slice(0, textAtMost) : undefined),
  BOOLEAN: (value) => (typeof value === "boolean" ? value : undefined),
};

/** How an input of this type has a value; undefined where it is of another kind. */
export const reading = (type: InputType): ((value: TelemetryValue) => RuleValue | undefined) => reads[type];

export const valueAs = (type: InputType, value: TelemetryValue): RuleValue | undefined => reading(type)(value);

/** As a window counts it: numbers, and booleans as 0 and 1, as the aggregates of telemetry do. */
export const numberIn = (value: TelemetryValue): number | undefined =>
  typeof value === "boolean" ? Number(value) : asNumber(value);
