import { type Static, Type } from "typebox";
import { comparedCharacters, type Operand, operandLength } from "../../device-groups/comparison.ts";
import { closed } from "../durations.ts";
import { type InputType, inputTypes } from "../inputs/index.ts";
import { type SaidProblem, said, unknownInput } from "../said-problem.ts";

/** How values are compared, and of which kinds they have to be. */
export const ruleComparisons = {
  GREATER: ["NUMBER"],
  GREATER_OR_EQUAL: ["NUMBER"],
  LESS: ["NUMBER"],
  LESS_OR_EQUAL: ["NUMBER"],
  EQUAL: inputTypes,
  NOT_EQUAL: inputTypes,
  CONTAINS: ["TEXT"],
  STARTS_WITH: ["TEXT"],
} as const satisfies Record<string, readonly InputType[]>;
export type RuleComparison = keyof typeof ruleComparisons;

const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: ["temperature"] });

/** An input, compared with a value or with another input. */
export const ComparisonCondition = Type.Object(
  {
    kind: Type.Literal("COMPARE"),
    input: name("Name of the input"),
    comparison: Type.Enum(Object.keys(ruleComparisons) as RuleComparison[], {
      description: `Texts without regard to case, as far as their first ${comparedCharacters} characters`,
      examples: ["GREATER"],
    }),
    value: Type.Optional(
      Type.Unsafe<Operand>({
        type: ["string", "number", "boolean"],
        maxLength: operandLength,
        description: "What it is compared with",
        examples: [80],
      }),
    ),
    other: Type.Optional(name("Name of the input it is compared with, instead of a value")),
    deadBand: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: "Once met, it is met until the value has gone back this far behind the limit",
        examples: [4],
      }),
    ),
  },
  { ...closed, description: "An input compared with a value or another input" },
);
export type ComparisonCondition = Static<typeof ComparisonCondition>;

const typeOfOperand = (value: Operand): InputType =>
  typeof value === "number" ? "NUMBER" : typeof value === "string" ? "TEXT" : "BOOLEAN";

const hasOrder = (comparison: RuleComparison): boolean => /^(GREATER|LESS)/.test(comparison);

/** Why a comparison makes no sense, or undefined; `types` says what the inputs are. */
export function comparisonProblemOf(
  { input, comparison, value, other, deadBand }: ComparisonCondition,
  types: ReadonlyMap<string, InputType>,
): SaidProblem | undefined {
  const type = types.get(input);
  if (!type) return unknownInput(input);
  if ((value === undefined) === (other === undefined))
    return said("COMPARED_UNCLEAR", "it has either a value or another input to compare with");
  const otherType = other === undefined ? typeOfOperand(value as Operand) : types.get(other);
  if (!otherType) return unknownInput(other ?? "");
  const possible: readonly InputType[] = ruleComparisons[comparison];
  if (!possible.includes(type))
    return said("COMPARISON_UNFIT", `${comparison} does not compare values of the kind ${type}`, { comparison, type });
  if (type !== otherType)
    return said("TYPES_DIFFER", `"${input}" is ${type}, what it is compared with is ${otherType}`, {
      ...{ name: input, type, otherType },
    });
  if (deadBand !== undefined && !hasOrder(comparison))
    return said("DEAD_BAND_UNFIT", "a dead band belongs to greater and less only");
  return undefined;
}
