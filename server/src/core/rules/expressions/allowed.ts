/** What an expression may call. Everything else is refused: some of it has no limit to what it costs. */
export const allowedCalls: ReadonlySet<string> = new Set([
  "abs",
  "ceil",
  "contains",
  "double",
  "endsWith",
  "floor",
  "indexOf",
  "max",
  "min",
  "round",
  "size",
  "sqrt",
  "startsWith",
]);

/** What goes through a list. One of them inside another one is refused. */
export const comprehensions: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter", "map"]);

/** Why some of the calls are refused, where it is not plain that they are. */
export const refusedCalls: ReadonlyMap<string, string> = new Map([
  ["matches", "matches is not available, it can take seconds; use contains, startsWith or endsWith"],
  ["dyn", "dyn is not available: types are checked"],
  ["bind", "cel.bind is not available"],
]);

/** What one expression may cost: its operations, those inside a comprehension once for each element. */
export const costAtMost = 1_000;
/** What all expressions of one rule may cost together: each of them is evaluated for each point. */
export const ruleCostAtMost = 3_000;
/** Reading so many characters of texts takes as long as one operation. */
export const charactersPerOperation = 256;
/** Of a text or a list that an expression makes on its way. */
export const charactersAtMost = 16_384;
export const nodesAtMost = 300;
export const depthAtMost = 24;
export const elementsAtMost = 100;
