import { type Permission, permissions, type TenantRole } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import { sql } from "kysely";
import type { HeldRole, StoredGrant } from "../../../core/access/index.ts";
import type { AuthorityId, InvitationId, ProjectId, RoleId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { pathEnd } from "./project-rows.ts";

/** What assignments hold besides, or in place of, their built-in role: role × project [ROL1]. */
export const grantsOfAssignments = (db: Database, ids: readonly AuthorityId[]) =>
  grantsOf(db, "grants.assignment_id", ids);

/** What invitations will give. */
export const grantsOfInvitations = (db: Database, ids: readonly InvitationId[]) =>
  grantsOf(db, "grants.invitation_id", ids);

async function grantsOf<Id extends string>(
  db: Database,
  column: "grants.assignment_id" | "grants.invitation_id",
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, readonly StoredGrant[]>> {
  const found = new Map<Id, StoredGrant[]>();
  if (ids.length === 0) return found;
  for (const row of await grantRows(db, column, ids)) {
    const id = row.holder as Id;
    found.set(id, [...(found.get(id) ?? []), await grantOf(db, row)]);
  }
  return found;
}

const grantRows = (db: Database, column: "grants.assignment_id" | "grants.invitation_id", ids: readonly string[]) =>
  db.read
    .selectFrom("grants")
    .leftJoin("roles", "roles.id", "grants.role_id")
    .leftJoin("projects", "projects.id", "grants.project_id")
    .select([
      sql<string>`${sql.ref(column)}`.as("holder"),
      "grants.role",
      "grants.role_id",
      "roles.name as role_name",
      "roles.permissions as role_permissions",
      "projects.id as project_id",
      "projects.tenant_id",
      "projects.name as project_name",
      "projects.path",
    ])
    .where(column, "in", [...ids])
    .orderBy(sql`coalesce(projects.path, '')`)
    .orderBy("grants.id")
    .execute();

type Row = Awaited<ReturnType<typeof grantRows>>[number];

async function grantOf(db: Database, row: Row): Promise<StoredGrant> {
  const role = heldRoleOf(row);
  if (row.project_id === null || row.path === null || row.tenant_id === null)
    return { role, project: null, projects: "all" };
  const project = { id: row.project_id as ProjectId, name: row.project_name ?? "" };
  const below = await db.read
    .selectFrom("projects")
    .select("id")
    .where("tenant_id", "=", row.tenant_id)
    .where("path", ">=", row.path)
    .where("path", "<", pathEnd(row.path))
    .execute();
  return { role, project, projects: new Set(below.map(({ id }) => id as ProjectId)) };
}

function heldRoleOf(row: Row): HeldRole {
  if (row.role_id === null) return { kind: "built-in", name: row.role as TenantRole };
  const held = permissionsIn(row.role_permissions ?? "[]");
  return { kind: "own", id: row.role_id as RoleId, name: row.role_name ?? "", permissions: held };
}

/** A permission that this version does not know any more is nobody's. */
export const permissionsIn = (json: string): readonly Permission[] =>
  (parseJsonText(json) as readonly string[]).filter((name): name is Permission => name in permissions);
