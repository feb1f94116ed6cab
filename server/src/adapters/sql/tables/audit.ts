import type { Generated } from "kysely";

export interface AuditTables {
  audit_entries: AuditEntriesTable;
  audit_chains: AuditChainsTable;
  audit_waiting: AuditWaitingTable;
}

interface AuditEntriesTable {
  chain: string;
  number: number;
  id: string;
  created_time: number;
  user_id: string | null;
  user_name: string;
  address: string | null;
  via: string;
  action: string;
  entity_type: string;
  entity_id: string;
  entity_name: string | null;
  /** JSON: before, after, facts. */
  data: string;
  failure: string | null;
  count: number;
  /** Of this entry and the hash of the one before. */
  hash: string;
  search_text: string;
}

interface AuditChainsTable {
  chain: string;
  /** Of the last entry. */
  number: number;
  hash: string;
  /** Of the last that expired. */
  anchor_number: number;
  anchor_hash: string;
}

/** Stored with their change, and not in their chain yet. */
interface AuditWaitingTable {
  id: Generated<number>;
  /** The text that the hash is made of. */
  content: string;
}
