import type { AuditAction, AuditedEntity } from "@heliograph/contract";
import type { TenantId, UserId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { AuditEntry } from "./audit-entry.ts";

export interface AuditQuery {
  /** Absent: the entries of the installation. */
  readonly tenantId: TenantId | null;
  readonly startTime: EpochMs | undefined;
  readonly endTime: EpochMs | undefined;
  readonly userId: UserId | undefined;
  readonly entity: { readonly type: AuditedEntity; readonly id: string } | undefined;
  readonly actions: readonly AuditAction[] | undefined;
  readonly entityTypes: readonly AuditedEntity[] | undefined;
  /** Part of the user's or the entity's name, without regard to case. */
  readonly textSearch: string | undefined;
  readonly descending: boolean;
}

/** Where a chain begins and ends. What expired is replaced by the hash of its last entry, the anchor. */
export interface AuditChain {
  readonly tenantId: TenantId | null;
  readonly number: number;
  readonly hash: string;
  readonly anchorNumber: number;
  readonly anchorHash: string;
}

/** What is wrong with a chain, and where it begins to be. */
export interface ChainFault {
  readonly number: number;
  readonly problem: "missing" | "changed" | "beyond the end" | "not the end";
}

/** Entries are added and, when they expire, removed from the oldest on; nothing changes them [AUD1]. */
export interface AuditStore {
  /** Inside a transaction: written as its last step, in the order of the calls. It waits to be sealed into its chain. */
  append(entry: AuditEntry): Promise<void>;
  /** Whether entries of this process may wait; others may, too. */
  readonly mayWait: boolean;
  /** Puts all that wait into their chains; who reads does so by itself. Fails where some could not be, and why. */
  seal(): Promise<void>;
  /** How many wait. */
  waiting(): Promise<number>;
  /** What waits and is no entry: somebody else wrote it. */
  illFormed(): Promise<readonly number[]>;
  page(query: AuditQuery, page: PageRequest): Promise<Page<AuditEntry>>;
  stream(query: AuditQuery): AsyncIterable<readonly AuditEntry[]>;
  chains(): Promise<readonly AuditChain[]>;
  /** Whose entries are there and whose chain is not. */
  orphans(): Promise<readonly (TenantId | null)[]>;
  /** Reads a whole chain; undefined when each of its entries is what it was when it was written. */
  verify(chain: AuditChain): Promise<ChainFault | undefined>;
  /** When the oldest entry that is kept was written. */
  oldest(chain: AuditChain): Promise<EpochMs | undefined>;
  /** Removes the oldest of a chain up to the first that is not older than this, so many at most; returns how many. */
  expire(chain: AuditChain, before: EpochMs, atMost: number): Promise<number>;
}
