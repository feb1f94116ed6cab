import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Work that is too large for a request: what is to be done, for whom, how far it is, and which node does it. */
export async function jobs(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("jobs")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("kind", types.text, (column) => column.notNull())
    .addColumn("state", types.text, (column) => column.notNull())
    .addColumn("input", types.text, (column) => column.notNull())
    .addColumn("user_id", types.id, (column) => column.notNull())
    .addColumn("user_name", types.text, (column) => column.notNull())
    .addColumn("authority_id", types.id, (column) => column.notNull())
    .addColumn("key_id", types.id)
    .addColumn("key_name", types.text)
    .addColumn("visit_id", types.id)
    .addColumn("address", types.text)
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("started_time", types.integer)
    .addColumn("finished_time", types.integer)
    .addColumn("position", types.text)
    .addColumn("total", types.integer)
    .addColumn("processed", types.integer, (column) => column.notNull())
    .addColumn("changed", types.integer, (column) => column.notNull())
    .addColumn("failed", types.integer, (column) => column.notNull())
    .addColumn("failures", types.text, (column) => column.notNull())
    .addColumn("error", types.text)
    .addColumn("lease_owner", types.id)
    .addColumn("lease_until", types.integer)
    .execute();
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on("jobs").columns(columns).execute();
  await index("jobs_tenant", ["tenant_id", "created_time"]);
  await index("jobs_state", ["state", "created_time"]);
}
