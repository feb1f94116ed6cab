export * from "./actions/index.ts";
export * from "./conditions/index.ts";
export * from "./inputs/index.ts";
export * from "./problems.ts";
export * from "./rule.ts";
export * from "./rule-cycle.ts";
export * from "./scope.ts";
