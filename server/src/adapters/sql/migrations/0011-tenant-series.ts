import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** How many telemetry series a tenant may have [QTA1]; 0 is no limit of its own. */
export async function tenantSeries(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable("tenant_limits")
    .addColumn("series", types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
