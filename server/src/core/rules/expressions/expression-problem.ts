import type { ASTNode } from "@marcbachmann/cel-js";
import { allowedCalls, charactersAtMost, comprehensions, costAtMost, refusedCalls } from "./allowed.ts";
import { operandsOf, type Price, priceOf } from "./expression-cost.ts";
import { nothing } from "./extent.ts";

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

/** What an expression takes, or what of it is not available here and where. Types are another question. */
export function pricedOrProblem(root: ASTNode, numbers: readonly string[]): Price | ProblemAt {
  const problem = problemIn(root, false);
  if (problem !== undefined) return problem;
  const price = priceOf(root, new Map(numbers.map((name) => [name, nothing])));
  const { cost, heaviest } = price;
  if (heaviest > charactersAtMost)
    return { problem: `it makes ${heaviest} characters, ${charactersAtMost} are possible`, node: root };
  if (cost <= costAtMost) return price;
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

function literalProblem(node: ASTNode): string | undefined {
  if (node.op !== "value") return undefined;
  if (typeof node.args === "string" && !node.args.isWellFormed()) return "texts are made of whole characters";
  const isKnown = ["string", "number", "bigint", "boolean"].includes(typeof node.args);
  return isKnown ? undefined : "literals are numbers, texts, true and false";
}

function callProblem(node: ASTNode, isInComprehension: boolean): string | undefined {
  const name = calledBy(node);
  if (name === undefined) return undefined;
  if (isComprehension(node)) return isInComprehension ? `${name} cannot stand inside another of its kind` : undefined;
  return allowedCalls.has(name) ? undefined : (refusedCalls.get(name) ?? `${name} is not available`);
}
