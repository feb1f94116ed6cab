import type { SavedCommandInput } from "@heliograph/contract";
import type { SavedCommandId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

export interface SavedCommandProperties {
  readonly name: string;
  readonly isShared: boolean;
  readonly command: SavedCommandInput["command"];
}

/** A command that is kept under a name. */
export interface SavedCommand extends SavedCommandProperties {
  readonly id: SavedCommandId;
  readonly tenantId: TenantId;
  /** Null: whoever made it has no account any more; only shared ones are left then. */
  readonly ownerId: UserId | null;
  readonly createdTime: EpochMs;
}

export interface SavedCommandStore {
  /** Those of a user and those that are shared, by name. */
  list(tenant: TenantId, user: UserId): Promise<readonly SavedCommand[]>;
  find(tenant: TenantId, id: SavedCommandId): Promise<SavedCommand | undefined>;
  /** Of one user, shared or not. */
  count(tenant: TenantId, user: UserId): Promise<number>;
  insert(saved: SavedCommand): Promise<"created" | "gone">;
  update(saved: SavedCommand): Promise<void>;
  remove(tenant: TenantId, id: SavedCommandId): Promise<boolean>;
}
