import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/**
 * Further limits of tenants [QTA1], and what they use, counted with each change: neither a page nor a refusal costs a
 * walk over all devices. In several rows, which are added up, so that devices of a tenant do not wait for each other.
 */
export async function tenantUsage(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  for (const name of ["devices", "users", "attribute_quota", "indexing_time"] as const) {
    await db.schema
      .alterTable("tenant_limits")
      .addColumn(name, types.integer, (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema
    .createTable("tenant_usage")
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("resource", types.text, (column) => column.notNull())
    .addColumn("shard", types.integer, (column) => column.notNull())
    .addColumn("amount", types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("tenant_usage_key", ["tenant_id", "resource", "shard"])
    .execute();
  await countWhatIsThere(db);
}

async function countWhatIsThere(db: Kysely<unknown>): Promise<void> {
  const into = sql`insert into tenant_usage (tenant_id, resource, shard, amount)`;
  await sql`${into} select tenant_id, 'devices', 0, count(*) from devices group by tenant_id`.execute(db);
  await sql`${into} select tenant_id, 'fileBytes', 0, sum(bytes) from file_usage
    join devices on devices.id = device_id group by tenant_id`.execute(db);
  await sql`${into} select tenant_id, 'attributeBytes', 0, sum(octet_length(key) + octet_length(value)) from attributes
    join devices on devices.id = device_id group by tenant_id`.execute(db);
}
