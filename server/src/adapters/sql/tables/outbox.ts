import type { Generated } from "kysely";

/** What is told to the outside, by whom at the moment, and the mail servers of tenants. */
export interface OutboxTables {
  outbox: OutboxTable;
  leases: LeasesTable;
  tenant_mail: TenantMailTable;
}

/** What is to be delivered once its change is stored. */
interface OutboxTable {
  seq: Generated<number>;
  id: string;
  /** Null is the installation's. */
  tenant_id: string | null;
  topic: string;
  key: string;
  /** What it is, in words without secrets. */
  summary: string;
  /** Sealed. */
  body: string;
  created_time: number;
  not_after: number | null;
  attempts: number;
  /** Null once it was given up. */
  next_attempt: number | null;
  given_up_time: number | null;
  /** What was said to the last attempt. */
  failure: string | null;
}

/** Work that one node at a time does. */
interface LeasesTable {
  name: string;
  owner: string;
  until: number;
}

/** The mail server of a tenant's own. */
interface TenantMailTable {
  tenant_id: string;
  host: string;
  port: number;
  security: string;
  username: string | null;
  /** Sealed. */
  password: string | null;
  from_address: string;
  from_name: string | null;
}
