import type { InputType } from "@heliograph/contract";
import { type ASTNode, Environment, ParseError } from "@marcbachmann/cel-js";
import { type RuleValue, type RuleValues, type Truth, truthOf, unknown } from "../values.ts";
import { depthAtMost, elementsAtMost, nodesAtMost } from "./allowed.ts";
import { operandsOf } from "./expression-cost.ts";
import { expressionProblem } from "./expression-problem.ts";
import { rewritten } from "./rewrite-expression.ts";

const celTypes: Readonly<Record<InputType, string>> = { NUMBER: "double", TEXT: "string", BOOLEAN: "bool" };

/** An input an expression can name. */
interface NamedInput {
  readonly name: string;
  readonly type: InputType;
}

type CompiledExpression = (values: RuleValues) => Truth;
type ExpressionResult =
  | { readonly isOk: true; readonly evaluate: CompiledExpression }
  | { readonly isOk: false; readonly problem: string };

const refused = (problem: string): ExpressionResult => ({ isOk: false, problem });
const limits = { maxAstNodes: nodesAtMost, maxDepth: depthAtMost, maxListElements: elementsAtMost };

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
  return environment;
}

/** Checks an expression and makes a function of it: it is true, false, or unknown where a value it names is. */
export function compileExpression(text: string, inputs: readonly NamedInput[]): ExpressionResult {
  const slip: Slip = { hasSlipped: false };
  const environment = environmentFor(inputs, slip);
  const parsed = parse(environment, text);
  if (typeof parsed === "string") return refused(parsed);
  const problem = expressionProblem(parsed);
  if (problem !== undefined) return refused(problem);
  const program = environment.parse(rewritten(parsed));
  const { valid, type, error } = program.check();
  if (!valid) return refused(error?.summary ?? "its types do not fit");
  if (type !== "bool") return refused(`it is true or false, this one is ${type}`);
  return { isOk: true, evaluate: evaluator(program, usedBy(parsed, inputs), slip) };
}

function parse(environment: Environment, text: string): ASTNode | string {
  try {
    return environment.parse(text).ast;
  } catch (error) {
    if (error instanceof ParseError) return error.summary;
    throw error;
  }
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
): CompiledExpression {
  const context: Record<string, RuleValue> = {};
  return (values) => {
    for (const { name, at } of used) {
      const value = values[at];
      if (value === undefined) return unknown;
      context[name] = value;
    }
    slip.hasSlipped = false;
    const result = program(context);
    return slip.hasSlipped ? unknown : truthOf(result === true);
  };
}
