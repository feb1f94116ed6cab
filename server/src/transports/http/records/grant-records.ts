import { type AccessChange, type GrantInput, type GrantRecord, tenantRoles } from "@heliograph/contract";
import type { NewGrant, StoredGrant, TenantUser, WantedAccess } from "../../../core/access/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { RoleId } from "../../../kernel/ids.ts";
import { projectIdIn, projectReferenceOf } from "./project-record.ts";

export const grantUnclear = () =>
  new AppError(
    "GRANT_UNCLEAR",
    "invalid",
    `grants: each names a built-in role (${tenantRoles.join(", ")}) by role, or one of the tenant's by roleId`,
  );

export const roleReferenceOf = (id: RoleId) => ({ entityType: "ROLE" as const, id });

export const grantRecordOf = ({ role, project }: StoredGrant): GrantRecord => ({
  role: role.name,
  roleId: role.kind === "own" ? roleReferenceOf(role.id) : null,
  projectId: projectReferenceOf(project?.id ?? null),
  projectName: project?.name ?? null,
});

/** What scripts of old see as one authority has these names [ROL1]. */
export const roleNamesOf = ({ role, grants }: Pick<TenantUser, "role" | "grants">): string[] =>
  grants.length === 0 ? [role] : [...new Set(grants.map((grant) => grant.role.name))];

/** Unknown fields are ignored [API7], but not one that means to say where a role holds: without it, it holds everywhere. */
export function requireNoPlaceUnread(body: object, read: readonly string[]): void {
  const unread = Object.keys(body).find((field) => /project|grant/i.test(field) && !read.includes(field));
  if (unread !== undefined) throw placeUnread(unread, read);
}

const placeUnread = (field: string, read: readonly string[]) =>
  new AppError(
    "GRANT_UNCLEAR",
    "invalid",
    `${field} is no field here; a role in a project is given by ${read.join(" or ")}`,
  );

type AccessInput = { readonly [Field in keyof AccessChange]: AccessChange[Field] | undefined };

export const wantedAccessOf = ({ authority, grants = [] }: AccessInput): WantedAccess => ({
  role: authority,
  grants: grants.map(newGrantOf),
});

function newGrantOf({ role, roleId, projectId, projectName }: GrantInput): NewGrant {
  if (projectId === null && projectName !== undefined) throw placeUnread("projectName", ["projectId"]);
  const builtIn = tenantRoles.find((name) => name === role);
  if ((builtIn === undefined) === !roleId) throw grantUnclear();
  const id = roleId?.id.toLowerCase() as RoleId;
  return {
    role: builtIn === undefined ? { kind: "own", id } : { kind: "built-in", name: builtIn },
    projectId: projectIdIn(projectId),
  };
}
