export * from "./channel.ts";
export * from "./definition-problem.ts";
export * from "./device-type.ts";
export * from "./field.ts";
