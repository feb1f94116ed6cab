import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** The tree of projects, which devices are in it, and what people may do where [PRJ1, ROL1]. */
export async function projects(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createProjects(db, types);
  await createRoles(db, types);
  await createGrants(db, types);
}

async function createProjects(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("projects")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("parent_id", types.id, (column) => column.references("projects.id"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("description", types.text)
    .addColumn("path", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .execute();
  // Two projects beside each other have different names; those at the top have the tenant as what they are beside in.
  await sql`create unique index projects_beside on projects (tenant_id, coalesce(parent_id, tenant_id), name_key)`.execute(
    db,
  );
  await db.schema.createIndex("projects_by_path").on("projects").columns(["tenant_id", "path"]).execute();
  await db.schema.createIndex("projects_by_parent").on("projects").column("parent_id").execute();
  // Without a rule for deletions: a project with devices stays. With the tenant both go in one statement.
  await db.schema
    .alterTable("devices")
    .addColumn("project_id", types.id, (column) => column.references("projects.id"))
    .execute();
  await db.schema.createIndex("devices_by_project").on("devices").columns(["project_id", "name_key", "id"]).execute();
}

async function createRoles(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("roles")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("description", types.text)
    .addColumn("permissions", types.text, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addUniqueConstraint("roles_tenant_name", ["tenant_id", "name_key"])
    .execute();
}

/** An assignment without a grant holds its built-in role in the whole tenant. Those of an invitation wait with it. */
async function createGrants(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("grants")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("assignment_id", types.id, (column) => column.references("assignments.id").onDelete("cascade"))
    .addColumn("invitation_id", types.id, (column) => column.references("invitations.id").onDelete("cascade"))
    .addColumn("role", types.text)
    .addColumn("role_id", types.id, (column) => column.references("roles.id"))
    .addColumn("project_id", types.id, (column) => column.references("projects.id"))
    .execute();
  await db.schema.createIndex("grants_by_assignment").on("grants").column("assignment_id").execute();
  await db.schema.createIndex("grants_by_invitation").on("grants").column("invitation_id").execute();
  await db.schema.createIndex("grants_by_role").on("grants").column("role_id").execute();
  await db.schema.createIndex("grants_by_project").on("grants").column("project_id").execute();
}
