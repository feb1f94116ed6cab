import type { Kysely } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/**
 * Second factors, which of their codes were used, and who has to have one [AUTH9]. Sessions that exist were opened without:
 * nobody had any.
 */
export async function secondFactors(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const userKey = "users.id";
  await db.schema
    .createTable("second_factors")
    .addColumn("user_id", types.id, (column) => column.notNull().primaryKey().references(userKey).onDelete("cascade"))
    .addColumn("secret", types.text, (column) => column.notNull())
    .addColumn("enabled_time", types.integer)
    .addColumn("uses", types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("used_codes")
    .addColumn("user_id", types.id, (column) =>
      column.notNull().references("second_factors.user_id").onDelete("cascade"),
    )
    .addColumn("step", types.integer, (column) => column.notNull())
    .addColumn("use", types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("used_codes_pk", ["user_id", "step"])
    .execute();
  await db.schema
    .createTable("recovery_codes")
    .addColumn("user_id", types.id, (column) =>
      column.notNull().references("second_factors.user_id").onDelete("cascade"),
    )
    .addColumn("code_hash", types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint("recovery_codes_pk", ["user_id", "code_hash"])
    .execute();
  await db.schema
    .createTable("sign_in_rules")
    .addColumn("tenant_id", types.id, (column) => column.primaryKey().references("tenants.id").onDelete("cascade"))
    .addColumn("needs_second_factor", types.integer, (column) => column.notNull())
    .execute();

  const flag = (table: string, name: string) =>
    db.schema
      .alterTable(table)
      .addColumn(name, types.integer, (column) => column.notNull().defaultTo(0))
      .execute();
  await flag("users", "is_service");
  await flag("sessions", "is_verified");
}
