import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** What rules tell [RUL4], when a message was sent, and where its failure is an alarm [RUL5]. */
export async function toldByRules(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable("alarm_news")
    .addColumn("is_quiet", types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("notification_timers").addColumn("body", types.text).execute();
  await db.schema.alterTable("notice_items").addColumn("origin", types.text).execute();
  await db.schema.alterTable("notices").addColumn("rule_id", types.id).execute();
  for (const column of ["rule_id", "failed_at"])
    await db.schema.alterTable("notifications").addColumn(column, types.id).execute();
  await db.schema.alterTable("notifications").addColumn("queued_time", types.integer).execute();
  await sql`update notifications set queued_time = created_time where state in ('QUEUED', 'DELIVERED')`.execute(db);
  const sent = ["tenant_id", "channel", "recipient", "queued_time"];
  await db.schema.dropIndex("notifications_sent").execute();
  await db.schema.createIndex("notifications_sent").on("notifications").columns(sent).execute();
  const ofRule = ["rule_id", "created_time"];
  await db.schema.createIndex("notifications_rule").on("notifications").columns(ofRule).execute();
}
