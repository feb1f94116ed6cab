import { type DeliveryState, deliveryStates } from "@heliograph/contract";
import { sql } from "kysely";
import type { NoticeItem, NotificationOnRecord, RecordFilter, RecordStore } from "../../../core/notifications/index.ts";
import type { AlarmId, NotificationId, TenantId, UserId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { epochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import type { Tables } from "../tables.ts";
import { itemOf, notificationOf } from "./notice-rows.ts";

/** What is on its way is what the outbox says it is: given up, or removed by somebody, it failed. */
const shown = sql<string>`case when notifications.state <> 'QUEUED' then notifications.state
  when outbox.next_attempt is not null then 'TRYING' else 'FAILED' end`;

type Row = Tables["notifications"] & { shown: string; next_attempt: number | null };

export class SqlNotificationRecordStore implements RecordStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async page(filter: RecordFilter, page: PageRequest): Promise<Page<NotificationOnRecord>> {
    const counted = this.#filtered(filter).select((eb) => eb.fn.countAll<number>().as("total"));
    const { total } = await counted.executeTakeFirstOrThrow();
    const rows = await this.#newest(filter).limit(page.limit).offset(offsetOf(page)).execute();
    return pageOf(rows.map(recordOf), Number(total), page);
  }

  async *stream(filter: RecordFilter): AsyncGenerator<readonly NotificationOnRecord[]> {
    for await (const rows of streamRows(this.#db, this.#newest(filter))) yield rows.map(recordOf);
  }

  async counts(filter: RecordFilter): Promise<ReadonlyMap<DeliveryState, number>> {
    const rows = await this.#filtered(filter)
      .select(shown.as("shown"))
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .groupBy(shown)
      .execute();
    return new Map(rows.map((row) => [stateOf(row.shown), Number(row.total)]));
  }

  async one(tenant: TenantId, id: NotificationId): Promise<NotificationOnRecord | undefined> {
    const row = await this.#with(tenant).where("notifications.id", "=", id).executeTakeFirst();
    return row && recordOf(row);
  }

  async itemsOf(tenant: TenantId, alarm: AlarmId, atMost: number): Promise<readonly NoticeItem[]> {
    const of = this.#db.read.selectFrom("notice_items").selectAll().where("alarm_id", "=", alarm);
    const newest = await of.where("tenant_id", "=", tenant).orderBy("decided_time", "desc").limit(atMost).execute();
    return newest.reverse().map(itemOf);
  }

  async toUser(tenant: TenantId, user: UserId, notices: readonly string[]): Promise<readonly NotificationOnRecord[]> {
    if (notices.length === 0) return [];
    const mine = this.#with(tenant).where("notifications.user_id", "=", user);
    const rows = await mine.where(isOneOf(this.#db.kind, sql`notifications.notice_id`, notices)).execute();
    return rows.map(recordOf);
  }

  #joined(tenant: TenantId) {
    return this.#db.read
      .selectFrom("notifications")
      .leftJoin("outbox", "outbox.key", "notifications.key")
      .where("notifications.tenant_id", "=", tenant);
  }

  #with(tenant: TenantId) {
    return this.#joined(tenant)
      .selectAll("notifications")
      .select(["outbox.next_attempt", shown.as("shown")]);
  }

  #newest(filter: RecordFilter) {
    return this.#filtered(filter)
      .selectAll("notifications")
      .select(["outbox.next_attempt", shown.as("shown")])
      .orderBy("notifications.created_time", "desc")
      .orderBy("notifications.id", "desc");
  }

  #filtered(filter: RecordFilter) {
    const { tenantId, projects, channel, alarmId, userId, webhookId, ruleId, textSearch } = filter;
    const { startTime, endTime, state } = filter;
    let found = this.#joined(tenantId);
    if (projects !== "all") found = found.where(isOneOf(this.#db.kind, sql`notifications.project_id`, [...projects]));
    if (channel) found = found.where("notifications.channel", "=", channel);
    if (userId) found = found.where("notifications.user_id", "=", userId);
    if (ruleId) found = found.where("notifications.rule_id", "=", ruleId);
    if (webhookId) found = found.where("notifications.webhook_id", "=", webhookId);
    if (startTime !== undefined) found = found.where("notifications.created_time", ">=", startTime);
    if (endTime !== undefined) found = found.where("notifications.created_time", "<=", endTime);
    if (state) found = found.where(sql<boolean>`${shown} = ${state}`);
    if (alarmId)
      found = found.where("notifications.notice_id", "in", (eb) =>
        eb
          .selectFrom("notice_items")
          .select("notice_id")
          .where("alarm_id", "=", alarmId)
          .$castTo<{ notice_id: string }>(),
      );
    return textSearch ? found.where(this.#contains(textSearch.toLowerCase())) : found;
  }

  /** Not LIKE: nothing to escape, and the same answer on both databases. */
  #contains(text: string) {
    const all = sql`lower(notifications.subject || ' ' || notifications.recipient || ' ' || coalesce(notifications.answer, ''))`;
    return this.#db.kind === "sqlite"
      ? sql<boolean>`instr(${all}, ${text}) > 0`
      : sql<boolean>`strpos(${all}, ${text}) > 0`;
  }
}

const stateOf = (text: string): DeliveryState => deliveryStates.find((state) => state === text) ?? "FAILED";

const recordOf = ({ shown, next_attempt, ...row }: Row): NotificationOnRecord => ({
  ...notificationOf(row),
  shownState: stateOf(shown),
  nextAttempt: next_attempt === null || row.state !== "QUEUED" ? null : epochMs(next_attempt),
});
