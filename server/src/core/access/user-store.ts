import type { Role, TenantRole } from "@heliograph/contract";
import type { AuthorityId, SessionId, TenantId, UserId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Access, NewGrant } from "./given-access.ts";
import type { StoredGrant } from "./grants.ts";

export interface User {
  readonly id: UserId;
  readonly createdTime: EpochMs;
  readonly username: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly passwordHash: string;
}

export interface UserAssignment {
  readonly id: AuthorityId;
  readonly userId: UserId;
  readonly role: Role;
  /** None: the role in the whole tenant. */
  readonly grants: readonly StoredGrant[];
  /** Absent for a system administrator. */
  readonly tenant: { readonly id: TenantId; readonly name: string } | undefined;
}

/** A user in one tenant. */
export interface TenantUser extends Omit<User, "passwordHash"> {
  readonly authorityId: AuthorityId;
  readonly role: TenantRole;
  /** None: the role in the whole tenant. */
  readonly grants: readonly StoredGrant[];
  readonly tenantId: TenantId;
  /** Used by programs [AUTH9]. */
  readonly isService: boolean;
  readonly hasSecondFactor: boolean;
}

export interface NewAssignment {
  readonly id: AuthorityId;
  readonly role: Role;
  readonly tenantId: TenantId | undefined;
  readonly createdTime: EpochMs;
  /** None: the role in the whole tenant [ROL1]. */
  readonly grants?: readonly NewGrant[];
  /** Users the tenant may have with this one; 0 or missing is no limit [QTA1]. */
  readonly usersAtMost?: number;
}

export type AssignOutcome =
  | "assigned"
  | "already-assigned"
  | "no-such-tenant"
  | "no-such-user"
  /** A system administrator is nothing else, and nobody else becomes one [AUTH7]. */
  | "excluded-role";
type RemoveOutcome = "done" | "not-found" | "last-administrator";

/** Users and what they are in which tenant. User names are compared without regard to case. */
export interface UserStore {
  findByName(username: string): Promise<User | undefined>;
  /** Whether a user has this name, or one that cannot be told from it on a screen [AUTH6]. */
  hasAlike(username: string): Promise<boolean>;
  findById(id: UserId): Promise<User | undefined>;
  /** Oldest first. */
  assignmentsOf(user: UserId): Promise<readonly UserAssignment[]>;
  /** Ordered by user name. */
  listInTenant(tenant: TenantId, page: PageRequest): Promise<Page<TenantUser>>;
  streamInTenant(tenant: TenantId): AsyncIterable<readonly TenantUser[]>;
  findInTenant(tenant: TenantId, user: UserId): Promise<TenantUser | undefined>;
  /** The user with its first assignment, both or none; `name-taken` when another has the name. */
  create(user: User, assignment: NewAssignment): Promise<"created" | "name-taken" | "no-such-tenant">;
  /** A user has at most one assignment per tenant, or one without a tenant. */
  assign(user: UserId, assignment: NewAssignment): Promise<AssignOutcome>;
  /** Refuses to leave the tenant without a TENANT_ADMIN, also when two ask at once. */
  changeAccess(tenant: TenantId, user: UserId, access: Access): Promise<RemoveOutcome>;
  /** As `changeAccess`; ends the sessions of the assignment, and removes a user that has no assignment left. */
  unassign(tenant: TenantId, user: UserId): Promise<RemoveOutcome>;
  /** Ends the user's sessions with it, all or all but one; returns which. Both happen or none [AUTH4]. */
  setPassword(user: UserId, passwordHash: string, keep?: SessionId): Promise<readonly SessionId[]>;
  setName(user: UserId, name: { readonly firstName: string | null; readonly lastName: string | null }): Promise<void>;
}
