import type { Permission } from "@heliograph/contract";
import type { ApiKeyId, AuthorityId, ProjectId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { UseStore } from "./last-use.ts";

/** What a script shows in place of a session: a part of what its maker may do [AUTH10]. */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly userId: UserId;
  /** Where it is good: it goes with the assignment. */
  readonly authorityId: AuthorityId;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** There, and in what is below; null: wherever its maker may. */
  readonly projectIds: readonly ProjectId[] | null;
  readonly createdTime: EpochMs;
  /** Null: it has no end. */
  readonly expiresTime: EpochMs | null;
  /** As stored; it may have been used since. */
  readonly lastUsedTime: EpochMs | null;
}

export type NewKeyOutcome = "created" | "too-many" | "no-such-assignment";

export interface ApiKeyStore extends UseStore<ApiKeyId> {
  /** Stores nothing where the user has `atMost` already, also when two are made at once. */
  create(key: ApiKey, keyHash: string, atMost: number): Promise<NewKeyOutcome>;
  findByHash(keyHash: string): Promise<ApiKey | undefined>;
  findById(id: ApiKeyId): Promise<ApiKey | undefined>;
  /** Of one assignment, newest first. */
  listOf(authority: AuthorityId): Promise<readonly ApiKey[]>;
  /** One of this assignment; undefined when there is none. */
  remove(authority: AuthorityId, id: ApiKeyId): Promise<ApiKey | undefined>;
}
