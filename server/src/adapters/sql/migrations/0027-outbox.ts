import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/**
 * What is to be told to the outside once the change it belongs to is stored; who does that at the moment; and the mail
 * server of a tenant. Bodies and passwords are sealed with the installation's key.
 */
export async function outbox(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("outbox")
    .addColumn("seq", types.serialKey)
    .addColumn("id", types.id, (column) => column.notNull().unique())
    .addColumn("tenant_id", types.id, (column) => column.references("tenants.id").onDelete("cascade"))
    .addColumn("topic", types.text, (column) => column.notNull())
    .addColumn("key", types.text, (column) => column.notNull().unique())
    .addColumn("summary", types.text, (column) => column.notNull())
    .addColumn("body", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("not_after", types.integer)
    .addColumn("attempts", types.integer, (column) => column.notNull())
    .addColumn("next_attempt", types.integer)
    .addColumn("given_up_time", types.integer)
    .addColumn("failure", types.text)
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on("outbox").columns(columns).execute();
  await index("outbox_due", ["next_attempt"]);
  await index("outbox_tenant", ["tenant_id", "seq"]);
  await index("outbox_given_up", ["given_up_time"]);

  await db.schema
    .createTable("leases")
    .addColumn("name", types.text, (column) => column.notNull().primaryKey())
    .addColumn("owner", types.id, (column) => column.notNull())
    .addColumn("until", types.integer, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("tenant_mail")
    .addColumn("tenant_id", types.id, (column) =>
      column.notNull().primaryKey().references("tenants.id").onDelete("cascade"),
    )
    .addColumn("host", types.text, (column) => column.notNull())
    .addColumn("port", types.integer, (column) => column.notNull())
    .addColumn("security", types.text, (column) => column.notNull())
    .addColumn("username", types.text)
    .addColumn("password", types.text)
    .addColumn("from_address", types.text, (column) => column.notNull())
    .addColumn("from_name", types.text)
    .execute();
}
