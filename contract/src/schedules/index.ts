export * from "./actions.ts";
export * from "./schedule-record.ts";
export * from "./timing.ts";
