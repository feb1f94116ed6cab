import type { TenantRole } from "@heliograph/contract";
import type { ApiKeyId, InvitationId, TenantId, UserId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { NewGrant } from "./given-access.ts";
import type { StoredGrant } from "./grants.ts";
import type { NewAssignment, User } from "./user-store.ts";

/** Somebody may become a user of a tenant, with the link that goes with it [AUTH7]. */
export interface Invitation {
  readonly id: InvitationId;
  readonly tenantId: TenantId;
  readonly username: string;
  readonly role: TenantRole;
  /** None: the role in the whole tenant. */
  readonly grants: readonly StoredGrant[];
  /** Null where this was not kept yet. */
  readonly invitedBy: UserId | null;
  /** Made with an API key of theirs: it gives what that may give [AUTH10]. */
  readonly invitedWithKey: ApiKeyId | null;
  readonly createdTime: EpochMs;
  readonly expiresTime: EpochMs;
}

/** Not stored yet. */
export interface NewInvitation extends Omit<Invitation, "grants"> {
  readonly grants: readonly NewGrant[];
}

/** As found by its link. */
export interface FoundInvitation extends Invitation {
  readonly tenantName: string;
  readonly isAccepted: boolean;
}

/** What stops an invitation from being accepted at the last moment. */
export type AcceptOutcome =
  | "accepted"
  | "accepted-before"
  | "already-assigned"
  | "excluded-role"
  | "name-taken"
  | "no-such-user";

export interface InvitationStore {
  /**
   * Takes the place of an open one for the same name: an earlier link stops working. Returns whose place it took;
   * undefined when there is no such tenant.
   */
  save(invitation: NewInvitation, tokenHash: string): Promise<readonly InvitationId[] | undefined>;
  findById(tenant: TenantId, id: InvitationId): Promise<Invitation | undefined>;
  find(tokenHash: string): Promise<FoundInvitation | undefined>;
  /** The open ones, newest first. */
  list(tenant: TenantId, now: EpochMs, page: PageRequest): Promise<Page<Invitation>>;
  stream(tenant: TenantId, now: EpochMs): AsyncIterable<readonly Invitation[]>;
  withdraw(tenant: TenantId, id: InvitationId): Promise<{ readonly username: string } | undefined>;
  /** Marks it as accepted, and assigns the user with its grants, which is created first where it is new: all of it or nothing. */
  accept(id: InvitationId, user: UserId | User, assignment: NewAssignment): Promise<AcceptOutcome>;
  /** Removes what ended before `now`, accepted or not. */
  removeEnded(now: EpochMs): Promise<number>;
}
