import { type Permission, type TenantRole, tenantRoles } from "@heliograph/contract";
import type { ProjectId, RoleId, TenantId } from "../../kernel/ids.ts";
import { isWithin, type ProjectStore, projectNotFound, type ReachedProjects, reaches } from "../projects/index.ts";
import { accessUnclear, cannotChange, cannotGive, roleNotFound, roleStronger } from "./errors.ts";
import { type Grant, grantOf, grantsOf, type HeldRole, heldInAll, permissionsOf, type StoredGrant } from "./grants.ts";
import { type Giver, standsAbove } from "./principal.ts";
import type { RoleStore } from "./role-store.ts";

/** A role × a project as somebody asks for it, and as it is stored. */
export interface NewGrant {
  readonly role:
    | { readonly kind: "built-in"; readonly name: TenantRole }
    | { readonly kind: "own"; readonly id: RoleId };
  /** Null is the whole tenant. */
  readonly projectId: ProjectId | null;
}

/** What somebody is to be allowed: a built-in role in the whole tenant, or grants. */
export interface WantedAccess {
  readonly role: TenantRole | undefined;
  readonly grants: readonly NewGrant[];
}

/** As it is stored: with grants the role is only what scripts see as `authority` [ROL1]. */
export interface Access {
  readonly role: TenantRole;
  readonly grants: readonly NewGrant[];
}

/** What is held, to be given once more. */
export const newGrantOf = ({ role, project }: StoredGrant): NewGrant => ({
  role: role.kind === "own" ? { kind: "own", id: role.id } : role,
  projectId: project?.id ?? null,
});

interface GivingParts {
  readonly roles: Pick<RoleStore, "find" | "findByName">;
  readonly projects: Pick<ProjectStore, "find">;
}

/** Nobody can give what they do not have [ROL1]: asked for each permission, in each project. */
export class AccessGiving {
  readonly #parts: GivingParts;

  constructor(parts: GivingParts) {
    this.#parts = parts;
  }

  /** What is wanted, if `giver` may give it to somebody who has `held` already. */
  async require(tenant: TenantId, wanted: WantedAccess, giver: Giver, held: readonly Grant[]): Promise<Access> {
    const access = accessOf(wanted);
    const given: readonly NewGrant[] =
      access.grants.length > 0 ? access.grants : [{ role: { kind: "built-in", name: access.role }, projectId: null }];
    for (const grant of given) {
      const role = await this.#roleOf(tenant, grant);
      await this.#requireProject(tenant, grant.projectId);
      requireHeld(giver, held, permissionsOf(role), grant.projectId);
    }
    return access;
  }

  /** A role by its name: one of the tenant's own, or a built-in one. */
  async named(tenant: TenantId, name: string): Promise<NewGrant["role"]> {
    const builtIn = tenantRoles.find((one) => one === name);
    if (builtIn) return { kind: "built-in", name: builtIn };
    const own = await this.#parts.roles.findByName(tenant, name);
    if (!own) throw roleNotFound(name);
    return { kind: "own", id: own.id };
  }

  async #roleOf(tenant: TenantId, { role }: NewGrant): Promise<HeldRole> {
    if (role.kind === "built-in") return role;
    const own = await this.#parts.roles.find(tenant, role.id);
    if (!own) throw roleNotFound(role.id);
    return { kind: "own", id: own.id, name: own.name, permissions: own.permissions };
  }

  async #requireProject(tenant: TenantId, id: ProjectId | null): Promise<void> {
    if (id !== null && !(await this.#parts.projects.find(tenant, id))) throw projectNotFound(id);
  }
}

export function requireHeld(
  giver: Giver,
  held: readonly Grant[],
  permissions: readonly Permission[],
  projectId: ProjectId | null,
): void {
  const missing = lackedBy(giver, held, permissions, projectId);
  if (missing.length > 0) throw cannotGive(missing);
}

/** Nobody takes from a role, and so from who holds it, what they do not have themselves [ROL1]. */
export function requireNotStronger(by: Giver, role: string, taken: readonly Permission[]): void {
  const missing = lackedBy(by, [], taken, null);
  if (missing.length > 0) throw roleStronger(role, missing);
}

function lackedBy(
  giver: Giver,
  held: readonly Grant[],
  permissions: readonly Permission[],
  projectId: ProjectId | null,
): readonly Permission[] {
  if (standsAbove(giver)) return [];
  const place: ReachedProjects = projectId === null ? "all" : new Set([projectId]);
  return [...grantOf(permissions, place).permissions].filter(
    (one) => !isHeldAt(heldInAll(giver.grants, [one]), projectId) && !isHeldAt(heldInAll(held, [one]), projectId),
  );
}

/** Nobody changes or removes somebody who may do what they may not, at any place [ROL1]. */
export function requireNoMore(
  by: Giver,
  other: { readonly role: TenantRole; readonly grants: readonly StoredGrant[] },
): void {
  if (standsAbove(by)) return;
  const more = grantsOf(other).flatMap(({ permissions, projects }) =>
    [...permissions].filter((one) => !isWithin(projects, heldInAll(by.grants, [one]))),
  );
  if (more.length > 0) throw cannotChange([...new Set(more)]);
}

const isHeldAt = (projects: ReachedProjects, projectId: ProjectId | null): boolean =>
  reaches({ tenantId: "" as TenantId, projects }, projectId);

/** `authority` is the highest built-in role in the whole tenant, else the least one. */
function accessOf({ role, grants }: WantedAccess): Access {
  if (grants.length === 0) {
    if (role === undefined) throw accessUnclear("authority or grants: name a role");
    return { role, grants };
  }
  const everywhere = grants.filter(({ projectId }) => projectId === null).map((grant) => grant.role);
  const names = everywhere.flatMap((one) => (one.kind === "built-in" ? [one.name] : []));
  const authority = tenantRoles.find((one) => names.includes(one)) ?? "VIEWER";
  if (role !== undefined && role !== authority) throw accessUnclear(`authority: with these grants it is ${authority}`);
  return { role: authority, grants: distinct(grants) };
}

const distinct = (grants: readonly NewGrant[]): readonly NewGrant[] => [
  ...new Map(grants.map((grant) => [JSON.stringify([grant.role, grant.projectId]), grant])).values(),
];
