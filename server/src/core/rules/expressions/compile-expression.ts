import { type InputType, type SaidProblem, said } from "@heliograph/contract";
import { type ASTNode, Environment, EvaluationError, ParseError, type SourceRange } from "@marcbachmann/cel-js";
import { type RuleValue, type RuleValues, type Truth, truthOf, unknown } from "../values.ts";
import { depthAtMost, elementsAtMost, nodesAtMost } from "./allowed.ts";
import { operandsOf } from "./expression-cost.ts";
import { pricedOrProblem } from "./expression-problem.ts";
import { rewritten } from "./rewrite-expression.ts";
import { saidByCel } from "./said-by-cel.ts";
import { placeIn } from "./text-search.ts";

const celTypes: Readonly<Record<InputType, string>> = { NUMBER: "double", TEXT: "string", BOOLEAN: "bool" };

/** An input an expression can name. */
interface NamedInput {
  readonly name: string;
  readonly type: InputType;
}

interface Refused {
  readonly isOk: false;
  readonly problem: SaidProblem;
  /** Which characters of the text are meant, where that is known. */
  readonly range?: SourceRange;
}

interface Accepted<Answer> {
  readonly isOk: true;
  /** Operations an evaluation takes at most. */
  readonly cost: number;
  readonly evaluate: (values: RuleValues) => Answer;
}

type Compiled<Answer> = Accepted<Answer> | Refused;

const refused = (problem: SaidProblem, range?: SourceRange): Refused => ({
  ...{ isOk: false, problem },
  ...(range && { range: { start: range.start, end: range.end } }),
});
/** Of what somebody wrote. */
const written = new Environment({
  limits: { maxAstNodes: nodesAtMost, maxDepth: depthAtMost, maxListElements: elementsAtMost },
});
/** What is rewritten has parentheses around everything: a chain of operators is as deep as it is long. */
const limits = { maxAstNodes: 2 * nodesAtMost, maxDepth: 2 * nodesAtMost, maxListElements: elementsAtMost };

/** Whether something had no finite result; noticed by the functions of one expression, asked for after each evaluation. */
interface Slip {
  hasSlipped: boolean;
}

function guardedNumber(slip: Slip, value: number): number {
  if (Number.isFinite(value)) return value;
  slip.hasSlipped = true;
  return 0;
}

function environmentFor(inputs: readonly NamedInput[], slip: Slip): Environment {
  const environment = new Environment({ limits });
  for (const { name, type } of inputs) environment.registerVariable(name, celTypes[type]);
  const number = (signature: string, of: (...values: number[]) => number): void => {
    environment.registerFunction(`${signature}: double`, (...values: number[]) => guardedNumber(slip, of(...values)));
  };
  number("quotient(double, double)", (a = 0, b = 0) => a / b);
  number("remainder(double, double)", (a = 0, b = 0) => a % b);
  number("min(double, double)", Math.min);
  number("max(double, double)", Math.max);
  number("abs(double)", Math.abs);
  number("sqrt(double)", Math.sqrt);
  number("floor(double)", Math.floor);
  number("ceil(double)", Math.ceil);
  number("round(double)", Math.round);
  environment.registerFunction("holds(string, string): bool", (a: string, b: string) => placeIn(a, b) >= 0);
  environment.registerFunction("placeIn(string, string): int", (a: string, b: string) => BigInt(placeIn(a, b)));
  return environment;
}

interface Ground {
  readonly environment: Environment;
  readonly slip: Slip;
}

/** Expressions over the same list of inputs share it: making one takes longer than all else of compiling. */
const grounds = new WeakMap<readonly NamedInput[], Ground>();

function groundOf(inputs: readonly NamedInput[]): Ground {
  const known = grounds.get(inputs);
  if (known) return known;
  const slip: Slip = { hasSlipped: false };
  const ground = { slip, environment: environmentFor(inputs, slip) };
  grounds.set(inputs, ground);
  return ground;
}

/** Checks a condition and makes a function of it: it is true, false, or unknown where a value it names is. */
export function compileExpression(text: string, inputs: readonly NamedInput[]): Compiled<Truth> {
  const checked = check(text, inputs);
  if (!checked.isOk) return checked;
  if (checked.type !== "bool") return refused(notTruth(checked.type));
  const { cost, resultOf } = checked;
  return {
    ...{ isOk: true, cost },
    evaluate: (values) => {
      const value = resultOf(values);
      return value === undefined ? unknown : truthOf(value === true);
    },
  };
}

const notTruth = (type: string): SaidProblem =>
  said("EXPRESSION_NO_TRUTH", `it is true or false, this one is ${type}`, { type });
const noValue = (type: string): SaidProblem =>
  said("EXPRESSION_NO_VALUE", `it is a number, a text, or true or false; this one is ${type}`, { type });

/** `size` is the one that counts. */
const valueTypes: ReadonlySet<string> = new Set([...Object.values(celTypes), "int"]);

/** The same of an expression that comes to a value; undefined where one it names is, or where it has no finite result [RUL7]. */
export function compileCalculation(text: string, inputs: readonly NamedInput[]): Compiled<RuleValue | undefined> {
  const checked = check(text, inputs);
  if (!checked.isOk) return checked;
  const { type, cost, resultOf } = checked;
  if (!valueTypes.has(type)) return refused(noValue(type));
  return { isOk: true, cost, evaluate: resultOf };
}

interface Checked {
  readonly isOk: true;
  readonly type: string;
  readonly cost: number;
  readonly resultOf: (values: RuleValues) => RuleValue | undefined;
}

function check(text: string, inputs: readonly NamedInput[]): Checked | Refused {
  const parsed = parse(text);
  if ("isOk" in parsed) return parsed;
  const price = pricedOrProblem(parsed, namesOfOthers(inputs));
  if ("problem" in price) return refused(price.problem, price.node.range);
  const { environment, slip } = groundOf(inputs);
  const program = environment.parse(rewritten(parsed));
  const { valid, type, error } = program.check();
  if (!valid || type === undefined) return refused(saidByCel(error ?? {}), placeOf(error?.range, program.ast, parsed));
  return { isOk: true, type, cost: price.cost, resultOf: evaluator(program, usedBy(parsed, inputs), slip) };
}

const namesOfOthers = (inputs: readonly NamedInput[]): readonly string[] =>
  inputs.flatMap(({ name, type }) => (type === "TEXT" ? [] : [name]));

function parse(text: string): ASTNode | Refused {
  try {
    return written.parse(text).ast;
  } catch (error) {
    if (error instanceof ParseError) return refused(saidByCel(error), error.range);
    throw error;
  }
}

/** What is rewritten has the same operands in the same order: a place in it is one of what was written. */
function placeOf(range: SourceRange | undefined, rewrittenRoot: ASTNode, root: ASTNode): SourceRange | undefined {
  if (!range) return undefined;
  if (range.start === rewrittenRoot.start && range.end === rewrittenRoot.end) return root.range;
  const at = operandsOf(rewrittenRoot).findIndex(({ start, end }) => start <= range.start && range.end <= end);
  const [inner, own] = [operandsOf(rewrittenRoot)[at], operandsOf(root)[at]];
  return inner && own ? placeOf(range, inner, own) : root.range;
}

interface UsedInput {
  readonly name: string;
  readonly at: number;
}

function usedBy(root: ASTNode, inputs: readonly NamedInput[]): readonly UsedInput[] {
  const names = new Set<string>();
  const visit = (node: ASTNode): void => {
    if (node.op === "id") names.add(node.args);
    operandsOf(node).forEach(visit);
  };
  visit(root);
  return inputs.flatMap(({ name }, at) => (names.has(name) ? [{ name, at }] : []));
}

function evaluator(
  program: (context: Record<string, RuleValue>) => unknown,
  used: readonly UsedInput[],
  slip: Slip,
): (values: RuleValues) => RuleValue | undefined {
  const context: Record<string, RuleValue> = {};
  return (values) => {
    for (const { name, at } of used) {
      const value = values[at];
      if (value === undefined) return undefined;
      context[name] = value;
    }
    slip.hasSlipped = false;
    const result = worked(program, context);
    return slip.hasSlipped ? undefined : finiteValue(result);
  };
}

/** A text that is no number cannot be made one: that is known of the value only, not when the rule is saved. */
function worked(program: (context: Record<string, RuleValue>) => unknown, context: Record<string, RuleValue>): unknown {
  try {
    return program(context);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/** A product can be infinite as well as a quotient. */
function finiteValue(result: unknown): RuleValue | undefined {
  if (typeof result === "bigint") return Number(result);
  if (typeof result === "number") return Number.isFinite(result) ? result : undefined;
  return typeof result === "boolean" || typeof result === "string" ? result : undefined;
}
