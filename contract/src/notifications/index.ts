export * from "./delivery.ts";
export * from "./inbox.ts";
export * from "./policy.ts";
export * from "./recipients.ts";
export * from "./webhook.ts";
export * from "./why.ts";
