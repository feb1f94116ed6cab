import type { OutboxId, TenantId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** Something to be told to the outside, as it is kept. */
export interface OutboxEntry {
  readonly id: OutboxId;
  /** Null is the installation's. */
  readonly tenantId: TenantId | null;
  /** Which consumer takes it. */
  readonly topic: string;
  /** Stays the same over all attempts: who is told twice can tell. */
  readonly key: string;
  /** What it is, in words without secrets. */
  readonly summary: string;
  /** Sealed: it may hold what else is kept as a hash only, such as a link. */
  readonly body: string;
  readonly createdTime: EpochMs;
  /** After that it is of no use to anybody. */
  readonly notAfter: EpochMs | null;
  readonly attempts: number;
  /** Null once it was given up. */
  readonly nextAttempt: EpochMs | null;
  readonly givenUpTime: EpochMs | null;
  /** What was said to the last attempt. */
  readonly failure: string | null;
}

/** What may be begun now. */
export interface DueQuery {
  readonly now: EpochMs;
  /** Due, too: planned by a clock that was wrong, later than any delay [RUN12]. */
  readonly sane: EpochMs;
  readonly topics: readonly string[];
  /** Begun and not over. */
  readonly underWay: readonly OutboxId[];
  /** Have as many under way as one may have. */
  readonly busyTenants: readonly (TenantId | null)[];
  readonly perTenant: number;
  readonly limit: number;
}

/** Whose entries; undefined is everybody's. */
export interface OutboxQuery {
  readonly tenantId: TenantId | undefined;
}

export interface OutboxStore {
  /** Joins the transaction under way. One whose key is known is left alone; false when the tenant has too many, or is gone. */
  add(entry: OutboxEntry, perTenant: number): Promise<"added" | "known" | "full" | "no-such-tenant">;
  /** What waits under this key is not wanted any more. */
  withdraw(key: string): Promise<void>;
  /** Those that waited longest first, not too many of a tenant. */
  due(query: DueQuery): Promise<readonly OutboxEntry[]>;
  delivered(id: OutboxId): Promise<void>;
  failed(id: OutboxId, attempts: number, failure: string, next: EpochMs): Promise<void>;
  giveUp(id: OutboxId, attempts: number, failure: string, now: EpochMs): Promise<void>;
  /** Newest first. */
  page(query: OutboxQuery, page: PageRequest): Promise<Page<OutboxEntry>>;
  stream(query: OutboxQuery): AsyncIterable<readonly OutboxEntry[]>;
  /** From the beginning, at once; undefined when there is none. */
  tryAgain(query: OutboxQuery, id: OutboxId, now: EpochMs): Promise<OutboxEntry | undefined>;
  remove(query: OutboxQuery, id: OutboxId): Promise<OutboxEntry | undefined>;
  /** Removes what was given up before `before`. */
  removeGivenUp(before: EpochMs): Promise<number>;
  counts(): Promise<{ readonly waiting: number; readonly givenUp: number }>;
}
