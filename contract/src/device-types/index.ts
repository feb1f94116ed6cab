export * from "./channel.ts";
export * from "./channel-values.ts";
export * from "./device-channels.ts";
export * from "./device-type.ts";
export * from "./field.ts";
export * from "./meaning.ts";
