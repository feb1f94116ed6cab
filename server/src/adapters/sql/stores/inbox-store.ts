import { parseJsonText } from "@heliograph/contract/json-text";
import type { InboxMessage, InboxStore } from "../../../core/notifications/index.ts";
import type { AuthorityId, NotificationId, TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { epochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import type { Tables } from "../tables.ts";

export class SqlInboxStore implements InboxStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async put(tenant: TenantId, owner: AuthorityId, message: InboxMessage, atMost: number): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      const held = trx.selectFrom("assignments").select("id").where("id", "=", owner).where("tenant_id", "=", tenant);
      const assignment = await (this.#db.kind === "postgres" ? held.forKeyShare() : held).executeTakeFirst();
      if (!assignment) return false;
      const { id, createdTime, read, ...body } = message;
      const row = { id, tenant_id: tenant, assignment_id: owner, created_time: createdTime, is_read: read ? 1 : 0 };
      await trx
        .insertInto("inbox")
        .values({ ...row, body: JSON.stringify(body) })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      const kept = trx.selectFrom("inbox").select("id").where("assignment_id", "=", owner);
      const newest = kept.orderBy("created_time", "desc").orderBy("id", "desc").limit(atMost);
      await trx.deleteFrom("inbox").where("assignment_id", "=", owner).where("id", "not in", newest).execute();
      return true;
    });
  }

  async page(owner: AuthorityId, onlyUnread: boolean, page: PageRequest): Promise<Page<InboxMessage>> {
    const rows = await this.#newest(owner, onlyUnread).limit(page.limit).offset(offsetOf(page)).execute();
    return pageOf(rows.map(messageOf), await this.#count(owner, onlyUnread), page);
  }

  async *stream(owner: AuthorityId, onlyUnread: boolean): AsyncGenerator<readonly InboxMessage[]> {
    for await (const rows of streamRows(this.#db, this.#newest(owner, onlyUnread))) yield rows.map(messageOf);
  }

  unread(owner: AuthorityId): Promise<number> {
    return this.#count(owner, true);
  }

  async markRead(owner: AuthorityId, id: NotificationId | undefined): Promise<boolean> {
    const all = this.#db.write.updateTable("inbox").set({ is_read: 1 }).where("assignment_id", "=", owner);
    const { numUpdatedRows } = await (id === undefined ? all : all.where("id", "=", id)).executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(owner: AuthorityId, id: NotificationId): Promise<boolean> {
    const removal = this.#db.write.deleteFrom("inbox").where("assignment_id", "=", owner).where("id", "=", id);
    return (await removal.executeTakeFirst()).numDeletedRows > 0n;
  }

  #of(owner: AuthorityId, onlyUnread: boolean) {
    const all = this.#db.read.selectFrom("inbox").where("assignment_id", "=", owner);
    return onlyUnread ? all.where("is_read", "=", 0) : all;
  }

  #newest(owner: AuthorityId, onlyUnread: boolean) {
    return this.#of(owner, onlyUnread).selectAll().orderBy("created_time", "desc").orderBy("id", "desc");
  }

  async #count(owner: AuthorityId, onlyUnread: boolean): Promise<number> {
    const counted = this.#of(owner, onlyUnread).select((eb) => eb.fn.countAll<number>().as("total"));
    return Number((await counted.executeTakeFirstOrThrow()).total);
  }
}

const messageOf = (row: Tables["inbox"]): InboxMessage => ({
  ...(parseJsonText(row.body) as Omit<InboxMessage, "id" | "createdTime" | "read">), // written by us
  id: row.id as NotificationId,
  createdTime: epochMs(row.created_time),
  read: row.is_read === 1,
});
