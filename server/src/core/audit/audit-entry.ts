import type { AuditAction, AuditedEntity } from "@heliograph/contract";
import type { AuditId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What something was done to. */
interface EntityRef {
  readonly type: AuditedEntity;
  readonly id: string;
  /** As it was called then; it may be gone by now. */
  readonly name: string | null;
}

/** Fields by name, as far as they differ. Never a secret. */
export type Facts = Readonly<Record<string, unknown>>;

/** What was before, what is since; further facts, such as the keys of attributes that were removed. */
export interface EntryData {
  readonly before?: Facts;
  readonly after?: Facts;
  readonly facts?: Facts;
}

/** One line of the audit log [AUD1]. */
export interface AuditEntry {
  readonly id: AuditId;
  /** Absent for what concerns the installation. */
  readonly tenantId: TenantId | null;
  readonly createdTime: EpochMs;
  readonly userId: UserId | null;
  readonly userName: string;
  readonly address: string | null;
  /** How they came: with a session, from the command line. */
  readonly via: string;
  readonly action: AuditAction;
  readonly entity: EntityRef;
  readonly data: EntryData;
  /** Why it failed; absent when it was done. */
  readonly failure: string | null;
  /** How many alike this stands for. */
  readonly count: number;
}

/** Before it is written: the moment is that of writing. */
export type UnstampedEntry = Omit<AuditEntry, "id" | "createdTime">;
