// What channels mean, without any schema: small enough for a browser.
export * from "./definition-problem.ts";
export type { DefinitionWords } from "./definition-words.ts";
export { definitionWords } from "./definition-words.ts";
export * from "./describe-channels.ts";
export * from "./key-pattern.ts";
export * from "./pins-at-most.ts";
export * from "./value-meaning.ts";
