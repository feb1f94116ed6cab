import { sql } from "kysely";
import type { NoticeStore, Notification, Recipient } from "../../../core/notifications/index.ts";
import type { NoticeId, NotificationId, TenantId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { notificationOf, notificationRow } from "./notice-rows.ts";
import { ahead } from "./wrong-clock.ts";

/** Messages to one recipient over one channel: held, on their way, and on record [NTF1]. */
export class SqlSentNotificationStore
  implements
    Pick<NoticeStore, "add" | "find" | "save" | "noticesOf" | "dueHeld" | "heldBeside" | "failedBeside" | "sentSince">
{
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(notifications: readonly Notification[]): Promise<void> {
    if (notifications.length > 0)
      await this.#db.write.insertInto("notifications").values(notifications.map(notificationRow)).execute();
  }

  async find(id: NotificationId): Promise<Notification | undefined> {
    const row = await this.#db.read.selectFrom("notifications").selectAll().where("id", "=", id).executeTakeFirst();
    return row && notificationOf(row);
  }

  async save(notification: Notification): Promise<void> {
    const row = notificationRow(notification);
    await this.#db.write.updateTable("notifications").set(row).where("id", "=", notification.id).execute();
  }

  async noticesOf(id: NotificationId): Promise<readonly NoticeId[]> {
    const rows = await this.#db.read
      .selectFrom("notifications")
      .select("notice_id")
      .distinct()
      .where((eb) => eb.or([eb("id", "=", id), eb("grouped_into", "=", id)]))
      .execute();
    return rows.map((row) => row.notice_id as NoticeId);
  }

  async dueHeld(now: EpochMs, atMost: number): Promise<readonly Notification[]> {
    const held = this.#db.read.selectFrom("notifications").selectAll().where(sql<boolean>`state = 'HELD'`);
    const due = held.where((eb) => eb.or([eb("held_until", "<=", now), eb("created_time", ">", ahead(now))]));
    const rows = await due.orderBy("held_until").limit(atMost).execute();
    return rows.map(notificationOf);
  }

  async heldBeside({
    tenantId,
    channel,
    name,
    policyId,
    ruleId,
    policyName,
    step,
  }: Notification): Promise<readonly Notification[]> {
    const held = this.#db.read.selectFrom("notifications").selectAll().where("tenant_id", "=", tenantId);
    const rows = await held
      .where("channel", "=", channel)
      .where("recipient", "=", name)
      .where(sql<boolean>`state = 'HELD'`)
      .where("policy_id", policyId === null ? "is" : "=", policyId)
      .where("rule_id", ruleId === null ? "is" : "=", ruleId)
      .where("policy_name", "=", policyName)
      .where("step", "=", step)
      .execute();
    return rows.map(notificationOf);
  }

  async failedBeside({ tenantId, channel, name, policyName }: Notification): Promise<readonly Notification[]> {
    const to = this.#db.read.selectFrom("notifications").selectAll().where("tenant_id", "=", tenantId);
    const rows = await to
      .where("channel", "=", channel)
      .where("recipient", "=", name)
      .where("policy_name", "=", policyName)
      .where("failed_at", "is not", null)
      .execute();
    return rows.map(notificationOf);
  }

  async sentSince(
    tenant: TenantId,
    { channel, name }: Pick<Recipient, "channel" | "name">,
    since: EpochMs,
    atMost: number,
  ): Promise<readonly EpochMs[]> {
    const sent = this.#db.read.selectFrom("notifications").select("queued_time").where("tenant_id", "=", tenant);
    const rows = await sent
      .where("channel", "=", channel)
      .where("recipient", "=", name)
      .where("queued_time", ">", since)
      .where("state", "in", ["QUEUED", "DELIVERED"])
      .orderBy("queued_time", "desc")
      .limit(atMost)
      .execute();
    return rows.map((row) => epochMs(row.queued_time ?? since)).reverse();
  }
}
