import { Type } from "typebox";
import { withoutNul } from "../text.ts";
import type { FilterProblemName } from "./filter-problems.ts";

/** How a value is compared; each says what it is compared with. */
export const comparisons = {
  EXISTS: "nothing",
  NOT_EXISTS: "nothing",
  EQUAL: "scalar",
  NOT_EQUAL: "scalar",
  GREATER: "number",
  GREATER_OR_EQUAL: "number",
  LESS: "number",
  LESS_OR_EQUAL: "number",
  CONTAINS: "text",
  STARTS_WITH: "text",
} as const;
export type Comparison = keyof typeof comparisons;
export const comparisonNames = Object.keys(comparisons) as Comparison[];

/** What a value can be compared with. */
export type Operand = string | number | boolean;

/** The longest text something is compared with; values are looked at as far as `comparedCharacters`. */
export const operandLength = 200;
/** Of a longer text only its beginning is compared, so that it fits into an index. */
export const comparedCharacters = 250;

/** A comparison as conditions on values have it. */
export const valueComparison = {
  key: Type.String({
    minLength: 1,
    maxLength: 256,
    ...withoutNul,
    "x-form": "text",
    description: "Key, verbatim",
    examples: ["position"],
  }),
  comparison: Type.Enum(comparisonNames, {
    description:
      "How the value is compared. Texts without regard to case, numbers with numbers, booleans with booleans: a value of " +
      "another kind matches none of them but EXISTS",
    examples: ["EQUAL"],
  }),
  value: Type.Optional(
    Type.Unsafe<Operand>({
      type: ["string", "number", "boolean"],
      maxLength: operandLength,
      description: "What it is compared with; not with EXISTS and NOT_EXISTS",
      examples: ["roof"],
    }),
  ),
};

interface Compared {
  readonly comparison: Comparison;
  readonly value?: Operand;
}

const fits: Readonly<
  Record<(typeof comparisons)[Comparison], (value: Operand | undefined) => FilterProblemName | undefined>
> = {
  nothing: (value) => (value === undefined ? undefined : "VALUE_UNWANTED"),
  scalar: (value) => (value === undefined ? "VALUE_MISSING" : undefined),
  number: (value) => (typeof value === "number" ? undefined : "VALUE_NO_NUMBER"),
  text: (value) => (typeof value === "string" && value !== "" ? undefined : "VALUE_NO_TEXT"),
};

/** Why a comparison makes no sense, or undefined. */
export const comparisonProblem = ({ comparison, value }: Compared): FilterProblemName | undefined =>
  fits[comparisons[comparison]](value);
