import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Whose a file is stands beside it: the newest of a tenant are one range of an index, however many others have. */
export async function filesOfTenants(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("files").addColumn("tenant_id", types.id).execute();
  await sql`update files set tenant_id = (select tenant_id from devices where devices.id = files.device_id)`.execute(
    db,
  );
  await sql`create index files_tenant_received on files (tenant_id, received_time, id) where received_time is not null`.execute(
    db,
  );
}
