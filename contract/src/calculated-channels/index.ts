export * from "./definition.ts";
export * from "./feeds.ts";
export * from "./problems.ts";
export * from "./record.ts";
