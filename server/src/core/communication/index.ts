export type { CommunicationEntry } from "./communication-entry.ts";
export { CommunicationLog } from "./communication-log.ts";
export type { CommunicationQuery, CommunicationStore } from "./communication-store.ts";
export { type RefusedContact, RefusedContacts } from "./refused-contacts.ts";
