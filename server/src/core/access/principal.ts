import type { Permission, Role } from "@heliograph/contract";
import type { ApiKeyId, AuthorityId, ProjectId, SessionId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Events } from "../events/index.ts";
import { type Reach, reaches } from "../projects/index.ts";
import { permissionDenied } from "./errors.ts";
import { type Grant, heldInAll, limitedTo } from "./grants.ts";

/** What a caller has shown to be who it is. */
export type Credential =
  | { readonly kind: "session"; readonly id: SessionId }
  | { readonly kind: "key"; readonly id: ApiKeyId };

/** Who a request speaks for: a user in one of its assignments, by a session or an API key. */
export interface Principal {
  readonly credential: Credential;
  /** Of an API key; undefined with a session. */
  readonly keyName: string | undefined;
  readonly userId: UserId;
  readonly username: string;
  readonly authorityId: AuthorityId;
  readonly role: Role;
  /** Absent for a system administrator. */
  readonly tenantId: TenantId | undefined;
  /** Held at all; where, is in the grants. */
  readonly permissions: ReadonlySet<Permission>;
  readonly grants: readonly Grant[];
  /** A system administrator inside a tenant, and until when; undefined for everybody else. */
  readonly openedUntil: EpochMs | undefined;
}

/** What somebody is in a tenant, however they came: by a session, by a key, or not at all at the moment. */
export type Standing = Omit<Principal, "credential" | "keyName" | "openedUntil">;

/** What somebody may give to others is in what they may do themselves [ROL1]. */
export type Giver = Pick<Principal, "role" | "tenantId" | "grants" | "keyName">;

/** System administrators stand above all tenants, in person: a key of theirs is what it was given [AUTH10]. */
export const standsAbove = ({ role, keyName }: Pick<Giver, "role" | "keyName">): boolean =>
  role === "SYS_ADMIN" && keyName === undefined;

/** Where somebody may do all of this; a system administrator, who is in no tenant, nowhere. */
export function reachFor(
  { tenantId, grants }: Pick<Giver, "tenantId" | "grants">,
  needed: readonly Permission[],
): Reach | undefined {
  if (tenantId === undefined) return undefined;
  return { tenantId, projects: heldInAll(grants, needed) };
}

/** What somebody may do in those parts of the tenant in which they hold this; elsewhere it is nothing. */
export function whereHeld<Held extends Pick<Giver, "grants">>(by: Held, permission: Permission): Held {
  const projects = heldInAll(by.grants, [permission]);
  const grants = by.grants.map((grant) => limitedTo(grant, { permissions: [...grant.permissions], projects }));
  return { ...by, grants };
}

/** As `reachFor`, and what to tell of what lies outside: refused where it may be read [API3]. */
export function reachAndBeyond(
  by: Pick<Giver, "tenantId" | "grants">,
  needed: readonly Permission[],
): Reach | undefined {
  const reach = reachFor(by, needed);
  if (!reach || reach.projects === "all") return reach;
  const readable = (reading: Permission) => heldInAll(by.grants, [reading]);
  return { ...reach, beyond: { readable, refusal: () => permissionDenied(needed) } };
}

/**
 * Moving something must not be a way to be allowed more: what somebody may do where it goes, they have to be allowed
 * where it comes from [ROL1].
 */
export function requireNoGain(principal: Standing, from: ProjectId | null, to: ProjectId | null): void {
  const gained = [...principal.permissions].filter((permission) => {
    const reach = reachFor(principal, [permission]);
    return reach !== undefined && reaches(reach, to) && !reaches(reach, from);
  });
  if (gained.length > 0) throw permissionDenied(gained);
}

/** Whether a change may have taken something from somebody. */
export function concernsPrincipal(change: Events["access-changed"], principal: Principal): boolean {
  const { credential, userId, tenantId } = principal;
  if (change.of === "sessions") return credential.kind === "session" && change.sessionIds.includes(credential.id);
  if (change.of === "keys") return credential.kind === "key" && change.keyIds.includes(credential.id);
  if (change.of === "everybody") return true;
  return change.of === "user" ? change.userId === userId : change.tenantId === tenantId;
}
