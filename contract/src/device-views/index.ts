export * from "./column.ts";
export * from "./device-view.ts";
