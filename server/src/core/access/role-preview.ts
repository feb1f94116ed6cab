import { type Permission, roles } from "@heliograph/contract";
import { grantsOf, type StoredGrant } from "./grants.ts";
import type { OwnRole } from "./role-store.ts";
import type { TenantUser } from "./user-store.ts";

export const builtInRoleNames: ReadonlySet<string> = new Set(Object.keys(roles));

/** What a change of a role does to somebody: what they hold somewhere that they held nowhere, and the other way round. */
interface ChangedHolder {
  readonly user: TenantUser;
  readonly gains: readonly Permission[];
  readonly loses: readonly Permission[];
}

export interface RoleChange {
  readonly added: readonly Permission[];
  readonly removed: readonly Permission[];
  readonly users: readonly ChangedHolder[];
}

/** What other permissions of a role would do to those who hold it; their other grants count, too [ROL1]. */
export function rolePreview(
  role: OwnRole,
  permissions: readonly Permission[],
  holders: readonly TenantUser[],
): RoleChange {
  return {
    added: permissions.filter((one) => !role.permissions.includes(one)),
    removed: role.permissions.filter((one) => !permissions.includes(one)),
    users: holders.map((user) => changedHolder(user, role, permissions)),
  };
}

function changedHolder(user: TenantUser, role: OwnRole, permissions: readonly Permission[]): ChangedHolder {
  const changed = (grant: StoredGrant): StoredGrant =>
    grant.role.kind === "own" && grant.role.id === role.id ? { ...grant, role: { ...grant.role, permissions } } : grant;
  const before = heldBy(user);
  const after = heldBy({ ...user, grants: user.grants.map(changed) });
  return { user, gains: [...after.difference(before)], loses: [...before.difference(after)] };
}

const heldBy = (user: Pick<TenantUser, "role" | "grants">): ReadonlySet<Permission> =>
  new Set(grantsOf(user).flatMap(({ permissions }) => [...permissions]));
