import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/**
 * Types become entities: one for each text devices had as their type, and a default one in each tenant. A device then
 * names its type by id, so that a new name is every device's at once. The column may be null for the databases' sake
 * (SQLite adds no other references to a table with rows); nothing stores one without.
 */
export async function deviceTypes(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTables(db, types);
  await typesOutOfTexts(db);
  await db.schema
    .alterTable("devices")
    .addColumn("type_id", types.id, (column) => column.references("device_types.id"))
    .execute();
  await sql`update devices set type_id = (select device_types.id from device_types
    where device_types.tenant_id = devices.tenant_id and device_types.name = devices.type)`.execute(db);
  await db.schema.dropIndex("devices_by_type").execute();
  await db.schema.alterTable("devices").dropColumn("type").execute();
  await db.schema.createIndex("devices_of_type").on("devices").columns(["type_id", "name_key", "id"]).execute();
}

async function createTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("device_types")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("description", types.text)
    .addColumn("picture", types.text)
    .addColumn("is_default", types.integer, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("channel_count", types.integer, (column) => column.notNull())
    .addColumn("definition", types.text, (column) => column.notNull())
    .addUniqueConstraint("device_types_tenant_name", ["tenant_id", "name"])
    .execute();
  await db.schema
    .createIndex("device_types_by_name")
    .on("device_types")
    .columns(["tenant_id", "name_key", "id"])
    .execute();
  await sql`create unique index device_types_default on device_types (tenant_id) where is_default = 1`.execute(db);

  await db.schema
    .createTable("device_channels")
    .addColumn("device_id", types.id, (column) => column.primaryKey().references("devices.id").onDelete("cascade"))
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("channels", types.text, (column) => column.notNull())
    .execute();
}

const rowsPerStatement = 500;

async function typesOutOfTexts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ tenant: string; name: string }>`
    select distinct tenant_id as tenant, type as name from devices
    union select id as tenant, 'default' as name from tenants`.execute(db);
  const now = Date.now();
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const values = rows.slice(at, at + rowsPerStatement).map(
      ({ tenant, name }) =>
        sql`(${randomUUID()}, ${tenant}, ${name}, ${name.normalize("NFC").toLowerCase()}, ${name === "default" ? 1 : 0},
            1, ${now}, 0, ${'{"channels":[],"commands":[],"attributes":[]}'})`,
    );
    await sql`insert into device_types
      (id, tenant_id, name, name_key, is_default, version, created_time, channel_count, definition)
      values ${sql.join(values)}`.execute(db);
  }
}
