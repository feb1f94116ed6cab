export * from "./comparison.ts";
export * from "./conditions/index.ts";
export * from "./device-group.ts";
export * from "./filter.ts";
export * from "./filter-problems.ts";
