import { type Permission, type Role, roles, type TenantRole, tenantWidePermissions } from "@heliograph/contract";
import type { ProjectId, RoleId } from "../../kernel/ids.ts";
import { bothOf, eitherOf, type ReachedProjects } from "../projects/index.ts";

/** A built-in role, or one of the tenant's own with what it holds at this moment. */
export type HeldRole =
  | { readonly kind: "built-in"; readonly name: TenantRole }
  | {
      readonly kind: "own";
      readonly id: RoleId;
      readonly name: string;
      readonly permissions: readonly Permission[];
    };

/** A role in a part of the tenant, as it is stored [ROL1]. */
export interface StoredGrant {
  readonly role: HeldRole;
  /** Null is the whole tenant. */
  readonly project: { readonly id: ProjectId; readonly name: string } | null;
  /** With everything below it. */
  readonly projects: ReachedProjects;
}

/** What may be done in which part of the tenant; the union of somebody's grants counts [ROL1]. */
export interface Grant {
  readonly permissions: ReadonlySet<Permission>;
  readonly projects: ReachedProjects;
}

/** What an assignment amounts to; one without grants holds its built-in role in the whole tenant. */
export function grantsOf({ role, grants }: { readonly role: Role; readonly grants: readonly StoredGrant[] }): Grant[] {
  if (grants.length === 0) return [{ permissions: new Set(roles[role]), projects: "all" }];
  return grants.map((grant) => grantOf(permissionsOf(grant.role), grant.projects));
}

export const permissionsOf = (role: HeldRole): readonly Permission[] =>
  role.kind === "built-in" ? roles[role.name] : role.permissions;

/** What concerns the tenant as a whole cannot be held in a part of it. */
export const grantOf = (permissions: readonly Permission[], projects: ReachedProjects): Grant => ({
  permissions: new Set(permissions.filter((one) => projects === "all" || !tenantWidePermissions.has(one))),
  projects,
});

/** The part of a grant that lies within a limit. */
export const limitedTo = (
  grant: Grant,
  limit: { permissions: readonly Permission[]; projects: ReachedProjects },
): Grant =>
  grantOf(
    limit.permissions.filter((permission) => grant.permissions.has(permission)),
    bothOf(grant.projects, limit.projects),
  );

/** Where all of this is held. */
export const heldInAll = (grants: readonly Grant[], needed: readonly Permission[]): ReachedProjects =>
  needed.map((permission) => heldIn(grants, permission)).reduce(bothOf, "all");

const heldIn = (grants: readonly Grant[], permission: Permission): ReachedProjects =>
  grants
    .filter(({ permissions }) => permissions.has(permission))
    .map(({ projects }) => projects)
    .reduce(eitherOf, new Set());
