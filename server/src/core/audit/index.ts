export { type Actor, actingAs, currentActor } from "./actor.ts";
export { type ActNotes, Audit, type AuditedAct } from "./audit.ts";
export type { AuditEntry, EntryData, Facts } from "./audit-entry.ts";
export { expireAudit, ToldEnds } from "./audit-retention.ts";
export { AuditSealer } from "./audit-sealer.ts";
export type { AuditChain, AuditQuery, AuditStore, ChainFault } from "./audit-store.ts";
