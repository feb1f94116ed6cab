export { type Delivery, type OutboxConsumer, Undeliverable } from "./consumer.ts";
export { Courier } from "./courier.ts";
export type { CourierLimits, CourierLog, CourierStore } from "./courier-ports.ts";
export { type NewMessage, Outbox } from "./outbox.ts";
export type { DueQuery, OutboxEntry, OutboxQuery, OutboxStore } from "./outbox-store.ts";
