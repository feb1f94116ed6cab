import type { NoticeStore } from "../../../core/notifications/index.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";

/** What is too old, or too much [NTF1]. */
export class SqlNoticeRetention implements Pick<NoticeStore, "removeBefore" | "removeBeyond" | "removeItemsBeyond"> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async removeBefore(before: EpochMs, atMost: number): Promise<number> {
    const old = this.#db.write.selectFrom("notices").select("id").where("opened_time", "<", before);
    const some = old.where("closed_time", "is not", null).limit(atMost);
    const { numDeletedRows } = await this.#db.write.deleteFrom("notices").where("id", "in", some).executeTakeFirst();
    const silent = this.#db.write.selectFrom("notice_items").select("id").where("decided_time", "<", before);
    const bare = silent.where("notice_id", "is", null).limit(atMost);
    const removed = await this.#db.write.deleteFrom("notice_items").where("id", "in", bare).executeTakeFirst();
    return Math.max(Number(numDeletedRows), Number(removed.numDeletedRows));
  }

  /** The notices whose messages are beyond the newest so many. */
  async removeBeyond(perTenant: number): Promise<void> {
    const full = await this.#db.read
      .selectFrom("notifications")
      .select("tenant_id")
      .groupBy("tenant_id")
      .having((eb) => eb.fn.countAll(), ">", perTenant)
      .execute();
    for (const { tenant_id } of full) {
      const of = this.#db.read.selectFrom("notifications").select("created_time").where("tenant_id", "=", tenant_id);
      const newest = await of.orderBy("created_time", "desc").offset(perTenant).limit(1).executeTakeFirst();
      if (!newest) continue;
      const old = this.#db.write.deleteFrom("notices").where("tenant_id", "=", tenant_id);
      await old.where("closed_time", "<=", newest.created_time).execute();
    }
  }

  /** With the messages they are in. */
  async removeItemsBeyond(perTenant: number): Promise<void> {
    const full = await this.#db.read
      .selectFrom("notice_items")
      .select("tenant_id")
      .groupBy("tenant_id")
      .having((eb) => eb.fn.countAll(), ">", perTenant)
      .execute();
    for (const { tenant_id } of full) {
      const of = this.#db.read.selectFrom("notice_items").select("decided_time").where("tenant_id", "=", tenant_id);
      const newest = await of.orderBy("decided_time", "desc").offset(perTenant).limit(1).executeTakeFirst();
      if (!newest) continue;
      const before = newest.decided_time;
      const bare = this.#db.write.deleteFrom("notice_items").where("tenant_id", "=", tenant_id);
      await bare.where("notice_id", "is", null).where("decided_time", "<=", before).execute();
      const old = this.#db.write.deleteFrom("notices").where("tenant_id", "=", tenant_id);
      await old.where("opened_time", "<=", before).where("closed_time", "is not", null).execute();
    }
  }
}
