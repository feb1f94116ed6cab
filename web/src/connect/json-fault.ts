/** Where a text stops being JSON, and what would have been right there. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly wanted: "name" | "colon" | "comma" | "value" | "end";
}

class Stop {
  readonly at: number;
  readonly wanted: JsonFault["wanted"];
  constructor(at: number, wanted: JsonFault["wanted"]) {
    this.at = at;
    this.wanted = wanted;
  }
}

/** Undefined where it is JSON. The engines of browsers agree on what is JSON, not on how to say what is not. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    const end = afterBlanks(text, afterValue(text, afterBlanks(text, 0), 0));
    if (end < text.length) throw new Stop(end, "end");
    return undefined;
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    const before = text.slice(0, stop.at).split("\n");
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, wanted: stop.wanted };
  }
}

/** Nobody writes a first message that deep. */
const deepest = 100;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

const blank = /[ \t\r\n]*/y;
const afterBlanks = (text: string, at: number): number => matchEnd(blank, text, at) ?? at;

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function afterValue(text: string, at: number, depth: number): number {
  if (depth > deepest) throw new Stop(at, "value");
  if (text[at] === "{") return afterList(text, at, "}", (from) => afterMember(text, from, depth + 1));
  if (text[at] === "[") return afterList(text, at, "]", (from) => afterValue(text, from, depth + 1));
  const end = matchEnd(string, text, at) ?? matchEnd(scalar, text, at);
  if (end === undefined) throw new Stop(at, "value");
  return end;
}

function afterMember(text: string, at: number, depth: number): number {
  const name = matchEnd(string, text, at);
  if (name === undefined) throw new Stop(at, "name");
  const colon = afterBlanks(text, name);
  if (text[colon] !== ":") throw new Stop(colon, "colon");
  return afterValue(text, afterBlanks(text, colon + 1), depth);
}

function afterList(text: string, at: number, close: string, afterItem: (at: number) => number): number {
  let next = afterBlanks(text, at + 1);
  if (text[next] === close) return next + 1;
  for (;;) {
    next = afterBlanks(text, afterItem(next));
    if (text[next] === close) return next + 1;
    if (text[next] !== ",") throw new Stop(next, "comma");
    next = afterBlanks(text, next + 1);
  }
}
