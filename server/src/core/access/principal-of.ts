import type { Permission } from "@heliograph/contract";
import type { ReachedProjects } from "../projects/index.ts";
import { grantsOf, limitedTo } from "./grants.ts";
import type { Credential, Principal } from "./principal.ts";
import type { Session } from "./session-store.ts";
import type { User, UserAssignment } from "./user-store.ts";

/** To what a key limits its maker. */
interface KeyLimit {
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** With everything below them. */
  readonly projects: ReachedProjects;
}

interface Holder {
  readonly user: User;
  readonly assignment: UserAssignment;
  /** None with a key. */
  readonly session?: Session;
}

/** What somebody is at this moment; with a key, no more than the key is for [AUTH10]. */
export function principalOf({ user, assignment, session }: Holder, credential: Credential, key?: KeyLimit): Principal {
  const grants = grantsOf(assignment).map((grant) => (key ? limitedTo(grant, key) : grant));
  return {
    credential,
    keyName: key?.name,
    userId: user.id,
    username: user.username,
    authorityId: assignment.id,
    role: assignment.role,
    tenantId: assignment.tenant?.id,
    permissions: new Set(grants.flatMap(({ permissions }) => [...permissions])),
    grants,
    openedUntil: session?.openedTenantId ? session.expiresTime : undefined,
  };
}
