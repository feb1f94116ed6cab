import type { ASTNode } from "@marcbachmann/cel-js";
import { allowedCalls, comprehensions, costAtMost, refusedCalls } from "./allowed.ts";
import { costOf, operandsOf } from "./expression-cost.ts";

const structures: Readonly<Record<string, string>> = {
  map: "maps are not available",
  ".": "inputs have no fields",
  ".?": "inputs have no fields",
  "[]": "nothing can be indexed",
  "[?]": "nothing can be indexed",
};

const calledBy = (node: ASTNode): string | undefined =>
  node.op === "call" || node.op === "rcall" ? node.args[0] : undefined;

const isComprehension = (node: ASTNode): boolean => node.op === "rcall" && comprehensions.has(node.args[0]);

interface ProblemAt {
  readonly problem: string;
  readonly node: ASTNode;
}

/** What of an expression is not available here and where, or undefined. Types are another question. */
export function expressionProblem(root: ASTNode): ProblemAt | undefined {
  const problem = problemIn(root, false);
  if (problem !== undefined) return problem;
  const cost = costOf(root);
  if (cost <= costAtMost) return undefined;
  return { problem: `it takes ${cost} operations, ${costAtMost} are possible`, node: root };
}

function problemIn(node: ASTNode, isInComprehension: boolean): ProblemAt | undefined {
  const own = structures[node.op] ?? literalProblem(node) ?? callProblem(node, isInComprehension);
  if (own !== undefined) return { problem: own, node };
  const inside = isInComprehension || isComprehension(node);
  for (const operand of operandsOf(node)) {
    const problem = problemIn(operand, inside);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const literalProblem = (node: ASTNode): string | undefined =>
  node.op === "value" && !["string", "number", "bigint", "boolean"].includes(typeof node.args)
    ? "literals are numbers, texts, true and false"
    : undefined;

function callProblem(node: ASTNode, isInComprehension: boolean): string | undefined {
  const name = calledBy(node);
  if (name === undefined) return undefined;
  if (isComprehension(node)) return isInComprehension ? `${name} cannot stand inside another of its kind` : undefined;
  return allowedCalls.has(name) ? undefined : (refusedCalls[name] ?? `${name} is not available`);
}
