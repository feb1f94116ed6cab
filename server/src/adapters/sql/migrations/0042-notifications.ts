import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Who is told of alarms, what has to be told, and what was [NTF1]. */
export async function notifications(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createPolicies(db, types);
  await createWebhooks(db, types);
  await createNews(db, types);
  await createNotices(db, types);
  await createItems(db, types);
  await createTimers(db, types);
  await createNotifications(db, types);
  await createInbox(db, types);
}

const ofTenant = (db: Kysely<unknown>, types: ColumnTypes, name: string) =>
  db.schema
    .createTable(name)
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"));

const named = (db: Kysely<unknown>, types: ColumnTypes, name: string) =>
  ofTenant(db, types, name)
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("project_id", types.id, (column) => column.references("projects.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("updated_time", types.integer, (column) => column.notNull())
    .addUniqueConstraint(`${name}_name`, ["tenant_id", "name_key"]);

async function createPolicies(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await named(db, types, "notification_policies")
    .addColumn("definition", types.text, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("notification_policies_project")
    .on("notification_policies")
    .column("project_id")
    .execute();
}

async function createWebhooks(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await named(db, types, "webhooks")
    .addColumn("template", types.text, (column) => column.notNull())
    .addColumn("url", types.text, (column) => column.notNull())
    .addColumn("host", types.text, (column) => column.notNull())
    .addColumn("secret", types.text, (column) => column.notNull())
    .addColumn("chat_id", types.text)
    .execute();
  await db.schema.createIndex("webhooks_project").on("webhooks").column("project_id").execute();
}

/** Written with the change of an alarm, taken when it is decided who is told. */
async function createNews(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await ofTenant(db, types, "alarm_news")
    .addColumn("seq", types.queueKey)
    .addColumn("kind", types.text, (column) => column.notNull())
    .addColumn("alarm_id", types.id)
    .addColumn("severity", types.integer, (column) => column.notNull())
    .addColumn("ts", types.integer, (column) => column.notNull())
    .addColumn("body", types.text)
    .execute();
  await db.schema.createIndex("alarm_news_tenant").on("alarm_news").column("tenant_id").execute();
}

async function createNotices(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await ofTenant(db, types, "notices")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("project_id", types.id)
    .addColumn("policy_id", types.id)
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("step", types.integer, (column) => column.notNull())
    .addColumn("group_key", types.text, (column) => column.notNull())
    .addColumn("telling", types.text, (column) => column.notNull())
    .addColumn("opened_time", types.integer, (column) => column.notNull())
    .addColumn("due", types.integer, (column) => column.notNull())
    .addColumn("closed_time", types.integer)
    .execute();
  // One message of a group collects at a time, also where two nodes decide.
  await sql`create unique index notices_open on notices (tenant_id, group_key) where closed_time is null`.execute(db);
  await sql`create index notices_due on notices (due) where closed_time is null`.execute(db);
  await db.schema
    .createIndex("notices_closed")
    .on("notices")
    .columns(["tenant_id", "group_key", "closed_time"])
    .execute();
  await db.schema.createIndex("notices_opened").on("notices").column("opened_time").execute();
}

async function createItems(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await ofTenant(db, types, "notice_items")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("notice_id", types.id, (column) => column.references("notices.id").onDelete("cascade"))
    .addColumn("policy_id", types.id)
    .addColumn("alarm_id", types.id)
    .addColumn("device_id", types.id)
    .addColumn("device_name", types.text)
    .addColumn("title", types.text, (column) => column.notNull())
    .addColumn("said", types.text)
    .addColumn("severity", types.integer, (column) => column.notNull())
    .addColumn("occasion", types.text, (column) => column.notNull())
    .addColumn("ts", types.integer, (column) => column.notNull())
    .addColumn("decided_time", types.integer, (column) => column.notNull())
    .addColumn("silence", types.text)
    .addColumn("until", types.integer)
    .addColumn("detail", types.text)
    .execute();
  for (const column of ["notice_id", "alarm_id", "decided_time", "tenant_id"])
    await db.schema.createIndex(`notice_items_${column}`).on("notice_items").column(column).execute();
}

async function createTimers(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await ofTenant(db, types, "notification_timers")
    .addColumn("key", types.text, (column) => column.notNull().primaryKey())
    .addColumn("kind", types.text, (column) => column.notNull())
    .addColumn("alarm_id", types.id, (column) => column.notNull())
    .addColumn("device_id", types.id, (column) => column.notNull())
    .addColumn("policy_id", types.id)
    .addColumn("step", types.integer, (column) => column.notNull())
    .addColumn("due", types.integer, (column) => column.notNull())
    .execute();
  for (const column of ["due", "alarm_id", "device_id", "tenant_id"])
    await db.schema.createIndex(`notification_timers_${column}`).on("notification_timers").column(column).execute();
}

async function createNotifications(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await ofTenant(db, types, "notifications")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("key", types.text, (column) => column.notNull().unique())
    .addColumn("notice_id", types.id, (column) => column.notNull().references("notices.id").onDelete("cascade"))
    .addColumn("project_id", types.id)
    .addColumn("policy_id", types.id)
    .addColumn("policy_name", types.text, (column) => column.notNull())
    .addColumn("step", types.integer, (column) => column.notNull())
    .addColumn("subject", types.text, (column) => column.notNull())
    .addColumn("severity", types.integer, (column) => column.notNull())
    .addColumn("alarms", types.integer, (column) => column.notNull())
    .addColumn("channel", types.text, (column) => column.notNull())
    .addColumn("recipient", types.text, (column) => column.notNull())
    .addColumn("user_id", types.id)
    .addColumn("webhook_id", types.id)
    .addColumn("state", types.text, (column) => column.notNull())
    .addColumn("reason", types.text)
    .addColumn("held_until", types.integer)
    .addColumn("grouped_into", types.id)
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("delivered_time", types.integer)
    .addColumn("attempts", types.integer, (column) => column.notNull())
    .addColumn("answer", types.text)
    .addColumn("tries", types.text, (column) => column.notNull())
    .addColumn("sent", types.text)
    .execute();
  const listed = ["tenant_id", "created_time", "id"];
  await db.schema.createIndex("notifications_listed").on("notifications").columns(listed).execute();
  await db.schema.createIndex("notifications_notice").on("notifications").column("notice_id").execute();
  await db.schema.createIndex("notifications_grouped").on("notifications").column("grouped_into").execute();
  const sent = ["tenant_id", "channel", "recipient", "created_time"];
  await db.schema.createIndex("notifications_sent").on("notifications").columns(sent).execute();
  await sql`create index notifications_held on notifications (held_until) where state = 'HELD'`.execute(db);
}

/** Of an assignment: with it goes what somebody was told in the tenant. */
async function createInbox(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await ofTenant(db, types, "inbox")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("assignment_id", types.id, (column) => column.notNull().references("assignments.id").onDelete("cascade"))
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addColumn("is_read", types.integer, (column) => column.notNull())
    .addColumn("body", types.text, (column) => column.notNull())
    .execute();
  const listed = ["assignment_id", "created_time", "id"];
  await db.schema.createIndex("inbox_listed").on("inbox").columns(listed).execute();
  await db.schema.createIndex("inbox_tenant").on("inbox").column("tenant_id").execute();
}
