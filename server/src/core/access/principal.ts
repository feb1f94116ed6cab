import type { Permission, Role } from "@heliograph/contract";
import type { AuthorityId, SessionId, TenantId, UserId } from "../../kernel/ids.ts";

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
