import { sql } from "kysely";
import { severityOfRank } from "../../../core/alarms/index.ts";
import type {
  Notice,
  NoticeContent,
  NoticeItem,
  NoticePlaces,
  NoticeStore,
} from "../../../core/notifications/index.ts";
import type { ReachedProjects } from "../../../core/projects/index.ts";
import type { DeviceId, NoticeId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { columnsOf, givenOf, isOneOf, jsonRows } from "../json-rows.ts";
import { inProjects } from "./device-query.ts";
import { itemColumns, itemOf, itemRow, noticeColumns, noticeOf, noticeRow, tellingOf } from "./notice-rows.ts";
import { ahead } from "./wrong-clock.ts";

const titlesShown = 3;

/** Messages in the making, and what they are about [NTF1]. */
export class SqlOpenNoticeStore
  implements
    Pick<
      NoticeStore,
      | "open"
      | "lastClosed"
      | "saveNotices"
      | "addItems"
      | "dueNotices"
      | "close"
      | "places"
      | "someDeviceOf"
      | "content"
      | "telling"
    >
{
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async open(tenant: TenantId, groups: readonly string[]): Promise<readonly Notice[]> {
    const open = this.#db.write.selectFrom("notices").selectAll().where("tenant_id", "=", tenant);
    const rows = await open
      .where("closed_time", "is", null)
      .where(isOneOf(this.#db.kind, sql`group_key`, groups, "text"))
      .execute();
    return rows.map(noticeOf);
  }

  async lastClosed(tenant: TenantId, groups: readonly string[]): Promise<ReadonlyMap<string, EpochMs>> {
    const rows = await this.#db.read
      .selectFrom("notices")
      .select((eb) => ["group_key", eb.fn.max("closed_time").as("closed")])
      .where("tenant_id", "=", tenant)
      .where("closed_time", "is not", null)
      .where(isOneOf(this.#db.kind, sql`group_key`, groups, "text"))
      .groupBy("group_key")
      .execute();
    return new Map(rows.map((row) => [row.group_key, epochMs(Number(row.closed))]));
  }

  async saveNotices(fresh: readonly Notice[], later: readonly Notice[]): Promise<void> {
    if (fresh.length > 0) {
      const given = jsonRows(this.#db.kind, noticeColumns, fresh.map(noticeRow));
      await sql`insert into notices (${columnsOf(noticeColumns)}) select ${givenOf(noticeColumns)} from ${given}`.execute(
        this.#db.write,
      );
    }
    for (const { id, due } of later)
      await this.#db.write.updateTable("notices").set({ due }).where("id", "=", id).execute();
  }

  async addItems(items: readonly NoticeItem[]): Promise<void> {
    if (items.length === 0) return;
    const given = jsonRows(this.#db.kind, itemColumns, items.map(itemRow));
    await sql`insert into notice_items (${columnsOf(itemColumns)}) select ${givenOf(itemColumns)} from ${given}`.execute(
      this.#db.write,
    );
  }

  async dueNotices(now: EpochMs, atMost: number): Promise<readonly Notice[]> {
    const open = this.#db.read.selectFrom("notices").selectAll().where("closed_time", "is", null);
    const due = open.where((eb) => eb.or([eb("due", "<=", now), eb("opened_time", ">", ahead(now))]));
    return (await due.orderBy("due").limit(atMost).execute()).map(noticeOf);
  }

  async close(notice: NoticeId, now: EpochMs): Promise<boolean> {
    const open = this.#db.write.updateTable("notices").set({ closed_time: now }).where("id", "=", notice);
    return (await open.where("closed_time", "is", null).executeTakeFirst()).numUpdatedRows > 0n;
  }

  async places(notice: NoticeId): Promise<NoticePlaces> {
    const of = this.#db.read.selectFrom("notice_items").where("notice_id", "=", notice);
    const rows = await of
      .innerJoin("devices", "devices.id", "notice_items.device_id")
      .select("devices.project_id")
      .distinct()
      .execute();
    const free = await of.select("notice_items.id").where("device_id", "is", null).limit(1).executeTakeFirst();
    return { projects: rows.map((row) => row.project_id as ProjectId | null), isAnywhere: free !== undefined };
  }

  async someDeviceOf(notice: NoticeId): Promise<DeviceId | undefined> {
    const row = await this.#db.read
      .selectFrom("notice_items")
      .innerJoin("devices", "devices.id", "notice_items.device_id")
      .select("devices.id")
      .where("notice_items.notice_id", "=", notice)
      .orderBy("notice_items.severity", "desc")
      .orderBy("notice_items.decided_time")
      .orderBy("notice_items.id")
      .limit(1)
      .executeTakeFirst();
    return row && (row.id as DeviceId);
  }

  /** Devices that are gone are not told of any more. */
  async content(
    notices: readonly NoticeId[],
    projects: ReachedProjects,
    lines: number,
  ): Promise<NoticeContent | undefined> {
    const seen = () => {
      const items = this.#db.read
        .selectFrom("notice_items")
        .leftJoin("devices", "devices.id", "notice_items.device_id")
        .where(isOneOf(this.#db.kind, sql`notice_items.notice_id`, notices))
        .where(sql<boolean>`(notice_items.device_id is null or devices.id is not null)`);
      if (projects === "all") return items;
      return items.where(sql<boolean>`(notice_items.device_id is null or ${inProjects(this.#db, projects)})`);
    };
    const { total, worst } = await seen()
      .select(sql<number>`count(distinct coalesce(notice_items.alarm_id, notice_items.id))`.as("total"))
      .select((eb) => eb.fn.max("notice_items.severity").as("worst"))
      .executeTakeFirstOrThrow();
    if (Number(total) === 0) return undefined;
    const rows = await seen()
      .selectAll("notice_items")
      .orderBy("notice_items.severity", "desc")
      .orderBy("notice_items.decided_time")
      .orderBy("notice_items.ts")
      .orderBy("notice_items.id")
      .limit(lines)
      .execute();
    const titles = await seen().select("notice_items.title").distinct().orderBy("title").limit(titlesShown).execute();
    return {
      ...{ count: Number(total), severity: severityOfRank(Number(worst)), items: rows.map(itemOf) },
      titles: titles.map(({ title }) => title),
    };
  }

  async telling(notice: NoticeId): Promise<Notice["telling"] | undefined> {
    const row = await this.#db.read.selectFrom("notices").select("telling").where("id", "=", notice).executeTakeFirst();
    return row && tellingOf(row.telling);
  }
}
