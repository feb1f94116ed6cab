import type { ASTNode } from "@marcbachmann/cel-js";

/** What `/` and `%` become: they notice what has no finite result. */
const guarded: Readonly<Record<string, string>> = { "/": "quotient", "%": "remainder" };

/** What searches of texts become: they take no longer than reading them. */
const searches: ReadonlyMap<string, string> = new Map([
  ["contains", "holds"],
  ["indexOf", "placeIn"],
]);

const literal = (value: unknown): string => {
  if (typeof value === "bigint" || typeof value === "number") return asDouble(Number(value));
  if (typeof value === "string") return quoted(value);
  return String(value);
};

function asDouble(value: number): string {
  const text = String(value);
  return /[.eI]/.test(text) ? text : `${text}.0`;
}

/** Characters that could end it or be read as an escape are written by their number. */
const quoted = (text: string): string =>
  `"${text.replace(/[^ !#-[\]-~]/gu, (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`)}"`;

/**
 * The same expression with every number a double, so that `temp * 2` has an overload, and with divisions that can be told
 * apart when they have no result. Everything else is kept; parentheses stand around all of it.
 */
export function rewritten(node: ASTNode): string {
  const list = (nodes: readonly ASTNode[]): string => nodes.map(rewritten).join(", ");
  switch (node.op) {
    case "value":
      return literal(node.args);
    case "id":
      return node.args;
    case "call":
      return `${node.args[0]}(${list(node.args[1])})`;
    case "rcall":
      return calledOn(node.args[0], rewritten(node.args[1]), list(node.args[2]));
    case "list":
      return `[${list(node.args)}]`;
    case "!_":
    case "-_":
      return `(${node.op[0]}${rewritten(node.args)})`;
    case "?:":
      return `(${rewritten(node.args[0])} ? ${rewritten(node.args[1])} : ${rewritten(node.args[2])})`;
    case "map":
    case ".":
    case ".?":
    case "[]":
    case "[?]":
      throw new Error(`${node.op} is refused before`);
    default:
      return binary(node.op, rewritten(node.args[0]), rewritten(node.args[1]));
  }
}

function calledOn(name: string, receiver: string, rest: string): string {
  const search = searches.get(name);
  return search === undefined ? `(${receiver}).${name}(${rest})` : `${search}(${receiver}, ${rest})`;
}

/** Of a problem with what was rewritten: the names are those that were written. */
export const asWritten = (problem: string): string =>
  [...searches].reduce((text, [name, search]) => text.replaceAll(`${search}(`, `${name}(`), problem);

const binary = (op: string, left: string, right: string): string =>
  guarded[op] === undefined ? `(${left} ${op} ${right})` : `${guarded[op]}(${left}, ${right})`;
