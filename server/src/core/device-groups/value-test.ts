import type { Comparison, Operand } from "@heliograph/contract";
import type { TelemetryValue } from "../telemetry/index.ts";
import { comparableKinds, comparableOf, comparedText } from "./comparable.ts";

/** A comparison with what it compares with. */
export interface ValueComparison {
  readonly comparison: Exclude<Comparison, "NOT_EXISTS">;
  readonly value?: Operand | undefined;
}

/** Which comparable texts match: one, or those from one on and below another one, and what is asked of these. */
export type ComparableRange =
  | { readonly equal: string }
  | {
      readonly from: string;
      readonly below: string;
      readonly not?: string;
      /** Behind the letter of the kind. */
      readonly contains?: string;
    };

const { number, text } = comparableKinds;
/** Behind every text that begins with this one. */
const behind = (beginning: string): string => `${beginning}\u{10ffff}`;
/** Behind this number, before every larger one: all have as many digits. */
const justAbove = (comparable: string): string => `${comparable}!`;
const kindOf = (comparable: string): string => comparable.slice(0, 1);

/** For stores that have values as comparable texts. */
export function rangeOf({ comparison, value = "" }: ValueComparison): ComparableRange {
  const comparable = comparableOf(value);
  switch (comparison) {
    case "EXISTS":
      return { from: "", below: behind("") };
    case "EQUAL":
      return { equal: comparable };
    case "NOT_EQUAL":
      return { from: kindOf(comparable), below: behind(kindOf(comparable)), not: comparable };
    case "GREATER":
      return { from: justAbove(comparable), below: behind(number) };
    case "GREATER_OR_EQUAL":
      return { from: comparable, below: behind(number) };
    case "LESS":
      return { from: number, below: comparable };
    case "LESS_OR_EQUAL":
      return { from: number, below: justAbove(comparable) };
    case "STARTS_WITH":
      return { from: comparable, below: behind(comparable) };
    case "CONTAINS":
      return { from: text, below: behind(text), contains: comparable.slice(1) };
  }
}

/** For values that are at hand. */
export function valueTest({ comparison, value = "" }: ValueComparison): (candidate: TelemetryValue) => boolean {
  switch (comparison) {
    case "EXISTS":
      return () => true;
    case "EQUAL":
      return comparableTest(value, (candidate, wanted) => candidate === wanted);
    case "NOT_EQUAL":
      return comparableTest(value, (candidate, wanted) => kindOf(candidate) === kindOf(wanted) && candidate !== wanted);
    case "GREATER":
      return numberTest(value, (candidate, limit) => candidate > limit);
    case "GREATER_OR_EQUAL":
      return numberTest(value, (candidate, limit) => candidate >= limit);
    case "LESS":
      return numberTest(value, (candidate, limit) => candidate < limit);
    case "LESS_OR_EQUAL":
      return numberTest(value, (candidate, limit) => candidate <= limit);
    case "STARTS_WITH":
      return textTest(value, (candidate, wanted) => candidate.startsWith(wanted));
    case "CONTAINS":
      return textTest(value, (candidate, wanted) => candidate.includes(wanted));
  }
}

function comparableTest(value: Operand, passes: (candidate: string, wanted: string) => boolean) {
  const wanted = comparableOf(value);
  return (candidate: TelemetryValue): boolean => passes(comparableOf(candidate), wanted);
}

function numberTest(value: Operand, passes: (candidate: number, limit: number) => boolean) {
  const limit = Number(value);
  return (candidate: TelemetryValue): boolean =>
    (typeof candidate === "number" || typeof candidate === "bigint") && passes(Number(candidate), limit);
}

function textTest(value: Operand, passes: (candidate: string, wanted: string) => boolean) {
  const wanted = comparedText(String(value));
  return (candidate: TelemetryValue): boolean =>
    typeof candidate === "string" && passes(comparedText(candidate), wanted);
}
