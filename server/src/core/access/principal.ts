import type { Permission, Role } from "@heliograph/contract";
import type { AuthorityId, SessionId, TenantId, UserId } from "../../kernel/ids.ts";
import type { Events } from "../events/index.ts";
import { bothOf, eitherOf, type Reach, type ReachedProjects } from "../projects/index.ts";

/** Who a request speaks for: a user in one of its assignments, within a session. */
export interface Principal {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly username: string;
  readonly authorityId: AuthorityId;
  readonly role: Role;
  /** Absent for a system administrator. */
  readonly tenantId: TenantId | undefined;
  /** Held at all; where, is in the grants. */
  readonly permissions: ReadonlySet<Permission>;
  readonly grants: readonly Grant[];
}

/** What may be done in which part of the tenant; the union of somebody's grants counts [ROL1]. */
export interface Grant {
  readonly permissions: ReadonlySet<Permission>;
  readonly projects: ReachedProjects;
}

/** Where somebody may do all of this; a system administrator, who is in no tenant, nowhere. */
export function reachFor({ tenantId, grants }: Principal, needed: readonly Permission[]): Reach | undefined {
  if (tenantId === undefined) return undefined;
  const projects = needed.map((permission) => heldIn(grants, permission)).reduce(bothOf, "all");
  return { tenantId, projects };
}

const heldIn = (grants: readonly Grant[], permission: Permission): ReachedProjects =>
  grants
    .filter(({ permissions }) => permissions.has(permission))
    .map(({ projects }) => projects)
    .reduce(eitherOf, new Set());

/** Whether a change may have taken something from somebody. */
export function concernsPrincipal(change: Events["access-changed"], principal: Principal): boolean {
  const { sessionId, userId, tenantId } = principal;
  if (change.of === "sessions") return change.sessionIds.includes(sessionId);
  return change.of === "user" ? change.userId === userId : change.tenantId === tenantId;
}
