import type { AlarmSeverity, RuleCondition, RuleDefinition } from "@heliograph/contract";
import { type ConditionPlace, conditionAt, pathOf, withCondition } from "../sentence/edits.ts";
import { inputNamed, isMeasured, keyOf, type RuleCompare, windowOf } from "../sentence/rule-names.ts";
import { backAt, hasOrder, isUpward } from "../sentence/wording.ts";

/** A limit of a rule that can be drawn among the values of a channel, and moved there. */
export interface Level {
  readonly place: ConditionPlace;
  readonly path: string;
  readonly severity: AlarmSeverity;
  readonly value: number;
  readonly isUpper: boolean;
  /** Behind which it is over. */
  readonly back: number | undefined;
}

/** Windows that tell values of the channel itself; a change or a count is none. */
const ofTheChannel = new Set<string | undefined>([undefined, "AVG", "MIN", "MAX"]);

/** The limits on one channel. */
export const levelsOf = (definition: RuleDefinition, key: string): readonly Level[] =>
  definition.steps.flatMap(({ when, severity }, of) =>
    leavesWithPlaces(when, { of, way: [] }).flatMap(([place, compare]) => {
      const input = inputNamed(definition.inputs, compare.input);
      const fits = input && isMeasured(input) && keyOf(input) === key && ofTheChannel.has(windowOf(input)?.function);
      if (!fits || typeof compare.value !== "number" || !hasOrder(compare)) return [];
      const parts = { value: compare.value, isUpper: isUpward(compare), back: backAt(compare) };
      return [{ place, path: pathOf(place), severity, ...parts }];
    }),
  );

function leavesWithPlaces(
  condition: RuleCondition,
  place: ConditionPlace,
): readonly (readonly [ConditionPlace, RuleCompare])[] {
  if (condition.kind === "COMPARE") return [[place, condition]];
  if (!("conditions" in condition)) return [];
  return condition.conditions.flatMap((one, at) => leavesWithPlaces(one, { ...place, way: [...place.way, at] }));
}

/** The rule with this limit moved. */
export function withLevel(definition: RuleDefinition, { place }: Level, value: number): RuleDefinition {
  const compare = conditionAt(definition, place);
  return compare?.kind === "COMPARE" ? withCondition(definition, place, { ...compare, value }) : definition;
}

const stepsOfAxis = 200;

/** A round number with as many digits as a pixel of the axis is worth. */
export function stepOf(low: number, high: number): number {
  const exact = (high - low) / stepsOfAxis;
  if (!(exact > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(exact));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= exact) ?? exact;
}

export function snapped(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** The key whose values are drawn first: that of the first comparison, else of the first input. */
export function drawnKeys(definition: RuleDefinition): readonly string[] {
  const [first] = definition.steps.flatMap(({ when }, of) => leavesWithPlaces(when, { of, way: [] }));
  const main = first && inputNamed(definition.inputs, first[1].input);
  const inputs = main ? [main, ...definition.inputs] : definition.inputs;
  return [
    ...new Set(
      inputs
        .filter(isMeasured)
        .map(keyOf)
        .filter((key) => key !== ""),
    ),
  ].slice(0, drawnAtMost);
}

const drawnAtMost = 3;
