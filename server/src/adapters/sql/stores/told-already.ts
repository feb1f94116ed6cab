import { sql } from "kysely";
import type { Notification, ToldAlready } from "../../../core/notifications/index.ts";
import type { Database } from "../database.ts";

/** Of what happens once to an alarm; a reminder is meant to come again. */
const onceEach = ["RAISED", "CHANGED", "CLEARED", "RETURNED"] as const;

export class SqlToldAlready implements ToldAlready {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async by(
    { tenantId, noticeId, channel, name }: Pick<Notification, "tenantId" | "noticeId" | "channel" | "name">,
    withinMs: number,
  ): Promise<string | undefined> {
    const told = sql`select told.policy_name from notice_items as other
      join notifications as told on told.notice_id = other.notice_id
      where other.alarm_id = mine.alarm_id and other.notice_id <> mine.notice_id and other.occasion = mine.occasion
        and other.severity = mine.severity and abs(other.decided_time - mine.decided_time) <= ${withinMs}
        and told.tenant_id = ${tenantId} and told.channel = ${channel} and told.recipient = ${name} and told.step = 0
        and told.state in ('QUEUED', 'DELIVERED', 'GROUPED') limit 1`;
    const isOnce = sql`mine.said is null and mine.occasion in (${sql.join(onceEach)})`;
    const mine = sql`from notice_items as mine where mine.notice_id = ${noticeId}`;
    const { rows: news } = await sql`select 1 as found ${mine} and not (${isOnce} and exists (${told}))
      limit 1`.execute(this.#db.read);
    if (news.length > 0) return undefined;
    const { rows } = await sql<{ teller: string }>`select (${told}) as teller ${mine} limit 1`.execute(this.#db.read);
    return rows[0]?.teller;
  }
}
