import { type ComparisonCondition, comparedCharacters, type RuleComparison } from "@heliograph/contract";
import { type RuleValue, type RuleValues, type Truth, truthOf, unknown } from "../values.ts";
import type { Bands, Judge } from "./compiled-rule.ts";
import { requireComparison } from "./known-definition.ts";

type Compare<T> = (value: T, limit: T) => boolean;

const ofNumbers: Partial<Record<RuleComparison, Compare<number>>> = {
  GREATER: (value, limit) => value > limit,
  GREATER_OR_EQUAL: (value, limit) => value >= limit,
  LESS: (value, limit) => value < limit,
  LESS_OR_EQUAL: (value, limit) => value <= limit,
};

const ofAnything: Partial<Record<RuleComparison, Compare<RuleValue>>> = {
  EQUAL: (value, limit) => folded(value) === folded(limit),
  NOT_EQUAL: (value, limit) => folded(value) !== folded(limit),
  CONTAINS: (value, limit) => String(folded(value)).includes(String(folded(limit))),
  STARTS_WITH: (value, limit) => String(folded(value)).startsWith(String(folded(limit))),
};

const folded = (value: RuleValue): RuleValue =>
  typeof value === "string" ? value.slice(0, comparedCharacters).toLowerCase() : value;

/** Where the limit is read from: it stands in the rule, or is an input. */
type Limit = (values: RuleValues) => RuleValue | undefined;

const limitOf = ({ value, other }: ComparisonCondition, indexOf: (name: string) => number): Limit => {
  if (other === undefined) return () => value;
  const at = indexOf(other);
  return (values) => values[at];
};

/** `nextBand` gives out the bits of dead bands. */
export function compileComparison(
  condition: ComparisonCondition,
  indexOf: (name: string) => number,
  nextBand: () => number,
): Judge {
  requireComparison(condition.comparison);
  const limit = limitOf(condition, indexOf);
  const at = indexOf(condition.input);
  const number = ofNumbers[condition.comparison];
  if (!number) return plain(at, limit, ofAnything[condition.comparison] ?? (() => false));
  if (condition.deadBand === undefined) return ordered(at, limit, number);
  const back = condition.comparison.startsWith("GREATER") ? -condition.deadBand : condition.deadBand;
  return banded(ordered(at, limit, number), ordered(at, limit, number, back), nextBand());
}

const plain =
  (at: number, limitOf: Limit, compare: Compare<RuleValue>): Judge =>
  (values) => {
    const value = values[at];
    const limit = limitOf(values);
    return value === undefined || limit === undefined ? unknown : truthOf(compare(value, limit));
  };

const ordered =
  (at: number, limitOf: Limit, compare: Compare<number>, back = 0): Judge =>
  (values) => {
    const value = values[at];
    const limit = limitOf(values);
    if (typeof value !== "number" || typeof limit !== "number") return unknown;
    return truthOf(compare(value, limit + back));
  };

/** Once met, the limit lies further back; what is unknown leaves it where it is. */
const banded =
  (enter: Judge, stay: Judge, bit: number): Judge =>
  (values, bands) => {
    const truth = (bands.held & bit) === 0 ? enter(values, bands) : stay(values, bands);
    if (truth !== unknown) hold(bands, bit, truth);
    return truth;
  };

function hold(bands: Bands, bit: number, truth: Truth): void {
  bands.held = truth === 1 ? bands.held | bit : bands.held & ~bit;
}
