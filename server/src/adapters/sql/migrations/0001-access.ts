import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Facts about the installation, tenants, users, what they are in which tenant, and their sessions. */
export async function access(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("facts")
    .addColumn("name", types.text, (column) => column.primaryKey())
    .addColumn("value", types.text, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("tenants")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull().unique())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("users")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("username", types.text, (column) => column.notNull())
    .addColumn("username_key", types.text, (column) => column.notNull().unique())
    .addColumn("first_name", types.text)
    .addColumn("last_name", types.text)
    .addColumn("password_hash", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("assignments")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("user_id", types.id, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("tenant_id", types.id, (column) => column.references("tenants.id").onDelete("cascade"))
    .addColumn("role", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addUniqueConstraint("assignments_user_tenant", ["user_id", "tenant_id"])
    .execute();
  // A NULL never equals another, so the one assignment without a tenant needs an index of its own.
  await sql`create unique index assignments_user_system on assignments (user_id) where tenant_id is null`.execute(db);
  await db.schema.createIndex("assignments_tenant").on("assignments").column("tenant_id").execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("user_id", types.id, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("assignment_id", types.id, (column) => column.notNull().references("assignments.id").onDelete("cascade"))
    .addColumn("generation", types.integer, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("expires_time", types.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
  await db.schema.createIndex("sessions_assignment").on("sessions").column("assignment_id").execute();
  await db.schema.createIndex("sessions_expires").on("sessions").column("expires_time").execute();
}
