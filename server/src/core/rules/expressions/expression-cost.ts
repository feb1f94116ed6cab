import type { ASTNode } from "@marcbachmann/cel-js";
import { comprehensions } from "./allowed.ts";

/** The operands of a node that are nodes themselves, in their order. */
export function operandsOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case "value":
    case "id":
      return [];
    case "call":
      return node.args[1];
    case "rcall":
      return [node.args[1], ...node.args[2]];
    case "list":
      return node.args;
    case "map":
      return node.args.flat();
    case "!_":
    case "-_":
      return [node.args];
    case ".":
    case ".?":
      return [node.args[0]];
    default:
      return node.args;
  }
}

/** How many elements a list has at most. All lists come from literals: inputs are none. */
function elementsOf(node: ASTNode): number {
  if (node.op === "list") return node.args.length;
  if (node.op === "rcall" && comprehensions.has(node.args[0])) return elementsOf(node.args[1]);
  return Math.max(1, ...operandsOf(node).map(elementsOf));
}

/** How many operations evaluating it takes at most. */
export function costOf(node: ASTNode): number {
  const own = operandsOf(node).reduce((sum, operand) => sum + costOf(operand), 1);
  if (node.op !== "rcall" || !comprehensions.has(node.args[0])) return own;
  const [, list, bodies] = node.args;
  const body = bodies.reduce((sum, operand) => sum + costOf(operand), 1);
  return costOf(list) + elementsOf(list) * body;
}
