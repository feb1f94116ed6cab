export * from "./alarm.ts";
export * from "./alarm-comment.ts";
export * from "./alarm-query.ts";
export * from "./bulk.ts";
export * from "./maintenance-window.ts";
export * from "./shelving.ts";
export * from "./statistics.ts";
