import type { Permission, Role } from "@heliograph/contract";
import type { AuthorityId, SessionId, TenantId, UserId } from "../../kernel/ids.ts";
import type { Events } from "../events/index.ts";

/** Who a request speaks for: a user in one of its assignments, within a session. */
export interface Principal {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly username: string;
  readonly authorityId: AuthorityId;
  readonly role: Role;
  /** Absent for a system administrator. */
  readonly tenantId: TenantId | undefined;
  readonly permissions: ReadonlySet<Permission>;
}

/** Whether a change may have taken something from somebody. */
export function concernsPrincipal(change: Events["access-changed"], principal: Principal): boolean {
  const { sessionId, userId, tenantId } = principal;
  if (change.of === "sessions") return change.sessionIds.includes(sessionId);
  return change.of === "user" ? change.userId === userId : change.tenantId === tenantId;
}
