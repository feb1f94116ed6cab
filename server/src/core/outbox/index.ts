export { type Delivery, type OutboxConsumer, Undeliverable } from "./consumer.ts";
export { Courier, type CourierLimits, type CourierLog, type CourierStore } from "./courier.ts";
export { type NewMessage, Outbox } from "./outbox.ts";
export type { DueQuery, OutboxEntry, OutboxQuery, OutboxStore } from "./outbox-store.ts";
