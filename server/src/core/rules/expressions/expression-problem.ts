import { type SaidProblem, said } from "@heliograph/contract";
import type { ASTNode } from "@marcbachmann/cel-js";
import { allowedCalls, charactersAtMost, comprehensions, costAtMost, refusedCalls } from "./allowed.ts";
import { operandsOf, type Price, priceOf } from "./expression-cost.ts";
import { nothing } from "./extent.ts";

const noFields = said("EXPRESSION_NO_FIELDS", "inputs have no fields");
const noIndex = said("EXPRESSION_NO_INDEX", "nothing can be indexed");
const structures: Readonly<Record<string, SaidProblem>> = {
  map: said("EXPRESSION_NO_MAPS", "maps are not available"),
  ".": noFields,
  ".?": noFields,
  "[]": noIndex,
  "[?]": noIndex,
};

const calledBy = (node: ASTNode): string | undefined =>
  node.op === "call" || node.op === "rcall" ? node.args[0] : undefined;

const isComprehension = (node: ASTNode): boolean => node.op === "rcall" && comprehensions.has(node.args[0]);

interface ProblemAt {
  readonly problem: SaidProblem;
  readonly node: ASTNode;
}

/** What an expression takes, or what of it is not available here and where. Types are another question. */
export function pricedOrProblem(root: ASTNode, numbers: readonly string[]): Price | ProblemAt {
  const problem = problemIn(root, false);
  if (problem !== undefined) return problem;
  const price = priceOf(root, new Map(numbers.map((name) => [name, nothing])));
  const { cost, heaviest } = price;
  if (heaviest > charactersAtMost) return { problem: tooLong(heaviest), node: root };
  return cost <= costAtMost ? price : { problem: tooDear(cost), node: root };
}

const tooLong = (made: number): SaidProblem =>
  said("EXPRESSION_TOO_LONG", `it makes ${made} characters, ${charactersAtMost} are possible`, {
    ...{ made: String(made), most: String(charactersAtMost) },
  });

const tooDear = (cost: number): SaidProblem =>
  said("EXPRESSION_TOO_DEAR", `it takes ${cost} operations, ${costAtMost} are possible`, {
    ...{ cost: String(cost), most: String(costAtMost) },
  });

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

function literalProblem(node: ASTNode): SaidProblem | undefined {
  if (node.op !== "value") return undefined;
  if (typeof node.args === "string" && !node.args.isWellFormed())
    return said("EXPRESSION_TEXT_BROKEN", "texts are made of whole characters");
  const isKnown = ["string", "number", "bigint", "boolean"].includes(typeof node.args);
  return isKnown ? undefined : said("EXPRESSION_LITERAL_UNKNOWN", "literals are numbers, texts, true and false");
}

function callProblem(node: ASTNode, isInComprehension: boolean): SaidProblem | undefined {
  const name = calledBy(node);
  if (name === undefined) return undefined;
  if (isComprehension(node)) return isInComprehension ? nested(name) : undefined;
  if (allowedCalls.has(name)) return undefined;
  const why = refusedCalls.get(name) ?? `${name} is not available`;
  return said(name === "matches" ? "EXPRESSION_MATCHES_REFUSED" : "EXPRESSION_CALL_REFUSED", why, { name });
}

const nested = (name: string): SaidProblem =>
  said("EXPRESSION_NESTED", `${name} cannot stand inside another of its kind`, { name });
