import type { ASTNode } from "@marcbachmann/cel-js";
import { textAtMost } from "../values.ts";
import { charactersPerOperation, comprehensions } from "./allowed.ts";
import { bothInARow, type Extent, eitherOne, listOf, nothing, textOf, weightOf } from "./extent.ts";

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

/** How much a name may stand for; of one that is not there, a text as long as those of inputs. */
type Names = ReadonlyMap<string, Extent>;

/** What evaluating something takes at most, and how large what it comes to can be. */
export interface Price {
  /** Operations; whoever reads texts or lists does one more for so many characters. */
  readonly cost: number;
  readonly extent: Extent;
  /** The most characters of anything in it. */
  readonly heaviest: number;
}

const inputExtent = textOf(textAtMost);

export function priceOf(node: ASTNode, names: Names = new Map()): Price {
  if (node.op === "rcall" && comprehensions.has(node.args[0])) return comprehensionPrice(node.args, names);
  const operands = operandsOf(node).map((operand) => priceOf(operand, names));
  const extents = operands.map(({ extent }) => extent);
  return priced(1 + readingOf(extents), extentOf(node, extents, names), operands);
}

/** Its body counts once for each element. */
function comprehensionPrice([name, list, bodies]: [string, ASTNode, ASTNode[]], names: Names): Price {
  const through = priceOf(list, names);
  const { elements, element = nothing } = through.extent;
  const [variable, ...rest] = bodies;
  const inside = variable?.op === "id" ? new Map([...names, [variable.args, element]]) : names;
  const body = rest.map((operand) => priceOf(operand, inside));
  const each = body.reduce((sum, { cost, extent }) => sum + cost + readingOf([extent]), 2);
  const results: Readonly<Record<string, Extent>> = {
    map: listOf(elements, body.at(-1)?.extent ?? nothing),
    filter: through.extent,
  };
  const price = priced(0, results[name] ?? nothing, [through, ...body]);
  return { ...price, cost: through.cost + Math.max(1, elements) * each };
}

function priced(own: number, extent: Extent, operands: readonly Price[]): Price {
  return {
    cost: operands.reduce((sum, { cost }) => sum + cost, own),
    extent,
    heaviest: Math.max(weightOf(extent), ...operands.map(({ heaviest }) => heaviest)),
  };
}

const readingOf = (extents: readonly Extent[]): number =>
  Math.floor(extents.reduce((sum, extent) => sum + weightOf(extent), 0) / charactersPerOperation);

/** Calls and comparisons come to numbers, or to true and false. */
function extentOf(node: ASTNode, operands: readonly Extent[], names: Names): Extent {
  switch (node.op) {
    case "value":
      return typeof node.args === "string" ? textOf(node.args.length) : nothing;
    case "id":
      return names.get(node.args) ?? inputExtent;
    case "list":
      return listOf(operands.length, operands.reduce(eitherOne, nothing));
    case "+":
      return operands.reduce(bothInARow, nothing);
    case "?:":
      return operands.slice(1).reduce(eitherOne, nothing);
    default:
      return nothing;
  }
}
