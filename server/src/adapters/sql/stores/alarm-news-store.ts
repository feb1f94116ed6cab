import { sql } from "kysely";
import type { AlarmNews, NoticeStore, TakenNews } from "../../../core/notifications/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { columnsOf, givenOf, jsonRows } from "../json-rows.ts";
import { withNext } from "../with-next.ts";
import { newsColumns, newsOf, newsRow } from "./notice-rows.ts";

/** What happened to alarms and has to be decided about: rows that go in the transaction of what follows from them [RUL3]. */
export class SqlAlarmNewsStore
  implements Pick<NoticeStore, "addNews" | "tenantsWithWindows" | "tenantsWithNews" | "takeNews">
{
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** One statement, whatever the number: alarms come by the thousand. */
  async addNews(news: readonly AlarmNews[]): Promise<void> {
    const { kind, running, write } = this.#db;
    const given = jsonRows(kind, newsColumns, news.map(newsRow));
    const insert = sql`insert into alarm_news (${columnsOf(newsColumns)}) select ${givenOf(newsColumns)} from ${given}
      where given.kind = 'TOLD' or (given.kind = 'AWAKE' and exists (select 1 from notice_items as said
        where said.alarm_id = given.alarm_id and said.origin is not null)) or exists (select 1 from notification_policies as wanted
        where wanted.tenant_id = given.tenant_id) or exists (select 1 from notification_timers as waiting
        where waiting.alarm_id = given.alarm_id)`.compile(write);
    await write.executeQuery(running ? withNext(kind, insert) : insert);
  }

  async tenantsWithWindows(): Promise<readonly TenantId[]> {
    const rows = await this.#db.read
      .selectFrom("maintenance_windows")
      .select("tenant_id")
      .where((eb) =>
        eb.or([
          eb("tenant_id", "in", eb.selectFrom("notification_policies").select("tenant_id")),
          eb("tenant_id", "in", eb.selectFrom("rules").select("tenant_id")),
        ]),
      )
      .distinct()
      .execute();
    return rows.map((row) => row.tenant_id as TenantId);
  }

  async tenantsWithNews(): Promise<readonly TenantId[]> {
    const rows = await this.#db.read.selectFrom("alarm_news").select("tenant_id").distinct().execute();
    return rows.map((row) => row.tenant_id as TenantId);
  }

  async takeNews(tenant: TenantId, atMost: number, except: readonly number[]): Promise<readonly TakenNews[]> {
    const all = this.#db.write.selectFrom("alarm_news").selectAll().where("tenant_id", "=", tenant);
    const rest = except.length > 0 ? all.where("seq", "not in", [...except]) : all;
    const first = rest.orderBy("seq").limit(atMost);
    const rows = await (this.#db.kind === "postgres" ? first.forUpdate() : first).execute();
    if (rows.length === 0) return [];
    const taken = seqs(
      this.#db,
      rows.map(({ seq }) => seq),
    );
    await this.#db.write.deleteFrom("alarm_news").where("seq", "in", taken).execute();
    return rows.map(newsOf);
  }
}

const seqs = (db: Database, values: readonly number[]) => {
  const json = JSON.stringify(values);
  return db.kind === "sqlite"
    ? sql<number>`(select value from json_each(${json}))`
    : sql<number>`(select value::bigint from jsonb_array_elements_text(${json}::jsonb))`;
};
