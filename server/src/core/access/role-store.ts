import type { Permission } from "@heliograph/contract";
import type { AuthorityId, RoleId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What people say about a role of their own. */
export interface RoleProperties {
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly Permission[];
}

/** A role the tenant made for itself [ROL1]. */
export interface OwnRole extends RoleProperties {
  readonly id: RoleId;
  readonly tenantId: TenantId;
  readonly createdTime: EpochMs;
  /** Grows with every change. */
  readonly version: number;
}

/** With how many assignments hold it, wherever. */
export interface ListedRole extends OwnRole {
  readonly holders: number;
}

/** Somebody who holds a role. */
export interface RoleHolder {
  readonly userId: UserId;
  readonly username: string;
  readonly authorityId: AuthorityId;
}

export interface RoleStore {
  /** By name. */
  list(tenant: TenantId): Promise<readonly ListedRole[]>;
  find(tenant: TenantId, id: RoleId): Promise<OwnRole | undefined>;
  findByName(tenant: TenantId, name: string): Promise<OwnRole | undefined>;
  count(tenant: TenantId): Promise<number>;
  insert(role: OwnRole): Promise<"created" | "name-taken" | "no-such-tenant">;
  /** Writes `role`, whose version is the next one; `changed` when it is not the next one any more. */
  update(role: OwnRole): Promise<"updated" | "changed" | "name-taken">;
  /** `held` when somebody has it. */
  remove(tenant: TenantId, id: RoleId): Promise<"removed" | "held" | "not-found">;
  /** By user name. */
  holdersOf(id: RoleId): Promise<readonly RoleHolder[]>;
}
