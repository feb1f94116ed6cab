import { type Static, type TSchema, Type } from "typebox";
import { closed } from "../durations.ts";
import { AreaCondition } from "./area.ts";
import { ComparisonCondition } from "./comparison.ts";

/** How deep "all of", "any of" and "none of" may stand inside each other. */
export const conditionDepthAtMost = 4;
const tooDeep = `is too deep: ALL, ANY and NONE stand inside each other up to ${conditionDepthAtMost - 1} deep`;
/** Conditions of one of these. */
const conditionsAtOnce = 20;
/** The longest expression. */
export const expressionLength = 2_000;

export const ExpressionCondition = Type.Object(
  {
    kind: Type.Literal("EXPRESSION"),
    expression: Type.String({
      minLength: 1,
      maxLength: expressionLength,
      description:
        "An expression in CEL over the names of the inputs, true or false; its types are checked when it is saved",
      examples: ["outlet - inlet > 12 && running"],
    }),
  },
  { ...closed, description: "An expression" },
);
export type ExpressionCondition = Static<typeof ExpressionCondition>;

export type RuleCondition = ComparisonCondition | ExpressionCondition | AreaCondition | ConditionNode;

/** Some conditions, all of which, any of which or none of which are to be met. */
export interface ConditionNode {
  kind: "ALL" | "ANY" | "NONE";
  conditions: RuleCondition[];
}

export const isConditionNode = (condition: RuleCondition): condition is ConditionNode => "conditions" in condition;

function conditionSchema(levels: number): TSchema {
  const kinds: TSchema[] = [ComparisonCondition, ExpressionCondition, AreaCondition];
  return Type.Unsafe<unknown>({
    type: "object",
    discriminator: { propertyName: "kind" },
    required: ["kind"],
    oneOf: levels > 0 ? [...kinds, nodeSchema(levels - 1)] : kinds,
    ...(levels === 0 && { "x-deeper": { tags: ["ALL", "ANY", "NONE"], problem: tooDeep } }),
  });
}

/** One shape for all three: a shape for each would be in the schema as often as there are ways to nest them. */
const nodeSchema = (levels: number) =>
  Type.Object(
    {
      kind: Type.Enum(["ALL", "ANY", "NONE"], {
        description: "Whether all of the conditions have to be met, any, or none",
        examples: ["ALL"],
      }),
      conditions: Type.Array(conditionSchema(levels), { minItems: 1, maxItems: conditionsAtOnce }),
    },
    closed,
  );

/** When something is the matter [RUL1]. */
export const RuleCondition = Type.Unsafe<RuleCondition>({
  ...conditionSchema(conditionDepthAtMost - 1),
  description: `A comparison, an area or an expression, or ALL, ANY and NONE of some up to ${conditionDepthAtMost} deep`,
  examples: [{ kind: "COMPARE", input: "temperature", comparison: "GREATER", value: 80, deadBand: 4 }],
});

/** Every condition in it, itself first, with where it stands. */
export function* partsOfCondition(condition: RuleCondition, path: string): Generator<[string, RuleCondition]> {
  yield [path, condition];
  if (isConditionNode(condition)) {
    for (const [at, inner] of condition.conditions.entries())
      yield* partsOfCondition(inner, `${path}.conditions.${at}`);
  }
}

export { AreaCondition, type AreaPlace, areaCornersAtMost, areaProblemOf } from "./area.ts";
export { ComparisonCondition, comparisonProblemOf, type RuleComparison, ruleComparisons } from "./comparison.ts";
