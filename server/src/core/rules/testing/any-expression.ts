import type { RuleCondition } from "@heliograph/contract";
import fc from "fast-check";

type Values = Readonly<Record<string, number | undefined>>;
/** Something that is calculated, or is true or false: as it is written, and what it comes to. */
interface Written<T> {
  readonly text: string;
  /** The inputs it names: it is unknown where one of them is, whether it is needed or not. */
  readonly names: readonly string[];
  readonly value: (values: Values) => T;
}
type Term = Written<number>;
type Statement = Written<boolean>;

/** Divided by nothing: whatever follows from it is unknown. */
class NoResult extends Error {}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new NoResult();
  return value;
}

const name: fc.Arbitrary<Term> = fc
  .constantFrom("a", "b", "c")
  .map((text) => ({ text, names: [text], value: (values) => values[text] ?? Number.NaN }));
const literal: fc.Arbitrary<Term> = fc
  .constantFrom("0", "1", "2", "2.5", "4", "7")
  .map((text) => ({ text, names: [], value: () => Number(text) }));
const leaf = fc.oneof({ weight: 3, arbitrary: name }, { weight: 2, arbitrary: literal });

const calculations: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => finite(a / b),
  "%": (a, b) => finite(a % b),
};
const functions: Readonly<Record<string, (a: number, b: number) => number>> = { min: Math.min, max: Math.max };

const both = <T>(of: (a: number, b: number) => T, left: Term, right: Term, text: string): Written<T> => ({
  text,
  names: [...left.names, ...right.names],
  value: (values) => of(left.value(values), right.value(values)),
});

const calculation = fc
  .tuple(fc.constantFrom(...Object.entries(calculations)), leaf, leaf)
  .map(([[sign, of], left, right]) => both(of, left, right, `(${left.text} ${sign} ${right.text})`));
const call = fc
  .tuple(fc.constantFrom(...Object.entries(functions)), leaf, leaf)
  .map(([[called, of], left, right]) => both(of, left, right, `${called}(${left.text}, ${right.text})`));
const term: fc.Arbitrary<Term> = fc.oneof(
  { weight: 2, arbitrary: leaf },
  { weight: 3, arbitrary: calculation },
  { weight: 1, arbitrary: call },
);

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};
const comparison: fc.Arbitrary<Statement> = fc
  .tuple(fc.constantFrom(...Object.entries(comparisons)), term, term)
  .map(([[sign, of], left, right]) => both(of, left, right, `${left.text} ${sign} ${right.text}`));

/** From the left, and no further than is needed. */
const joined = fc.tuple(fc.constantFrom("&&", "||"), comparison, comparison).map(
  ([sign, left, right]): Statement => ({
    text: `(${left.text}) ${sign} (${right.text})`,
    names: [...left.names, ...right.names],
    value: (values) =>
      sign === "&&" ? left.value(values) && right.value(values) : left.value(values) || right.value(values),
  }),
);
const denied = comparison.map(
  ({ text, names, value }): Statement => ({ text: `!(${text})`, names, value: (values) => !value(values) }),
);

const modelled = new Map<string, Statement>();

/** What an expression that was made here says of these values; undefined where that is unknown. */
export function answerOf(text: string, values: Values): boolean | undefined {
  const statement = modelled.get(text);
  if (!statement) throw new Error(`the model does not know ${text}`);
  if (statement.names.some((named) => values[named] === undefined)) return undefined;
  try {
    return statement.value(values);
  } catch (error) {
    if (error instanceof NoResult) return undefined;
    throw error;
  }
}

/** An expression in CEL over the inputs a, b and c, which the model knows as well. */
export const anyExpression: fc.Arbitrary<RuleCondition> = fc
  .oneof({ weight: 3, arbitrary: comparison }, { weight: 2, arbitrary: joined }, { weight: 1, arbitrary: denied })
  .map((statement) => {
    modelled.set(statement.text, statement);
    return { kind: "EXPRESSION", expression: statement.text };
  });
