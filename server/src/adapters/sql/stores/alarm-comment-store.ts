import { parseJsonText } from "@heliograph/contract/json-text";
import type { AlarmComment, AlarmCommentStore, CommentBody, ListedComment } from "../../../core/alarms/index.ts";
import type { AlarmCommentId, AlarmId, UserId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

export class SqlAlarmCommentStore implements AlarmCommentStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(comment: AlarmComment, atMost: number): Promise<"added" | "full"> {
    if ((await this.#count(comment.alarmId)) >= atMost) return "full";
    await this.#db.write.insertInto("alarm_comments").values(commentRow(comment)).execute();
    return "added";
  }

  async addSystem(comment: AlarmComment, atMost: number): Promise<void> {
    const isFull = (await this.#count(comment.alarmId)) >= atMost;
    if (isFull && !(await this.#removeOldestOfSystem(comment.alarmId))) return;
    await this.#db.write.insertInto("alarm_comments").values(commentRow(comment)).execute();
  }

  async find(alarm: AlarmId, id: AlarmCommentId): Promise<ListedComment | undefined> {
    const row = await this.#comments(alarm).where("alarm_comments.id", "=", id).executeTakeFirst();
    return row && commentOf(row);
  }

  async update({ id, kind, body }: AlarmComment): Promise<void> {
    const values = { kind, body: JSON.stringify(body) };
    await this.#db.write.updateTable("alarm_comments").set(values).where("id", "=", id).execute();
  }

  async page(alarm: AlarmId, descending: boolean, page: PageRequest): Promise<Page<ListedComment>> {
    const order = descending ? "desc" : "asc";
    const rows = await this.#comments(alarm)
      .orderBy("alarm_comments.seq", order)
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute();
    return pageOf(rows.map(commentOf), await this.#count(alarm), page);
  }

  async #count(alarm: AlarmId): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("alarm_comments")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("alarm_id", "=", alarm)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async #removeOldestOfSystem(alarm: AlarmId): Promise<boolean> {
    const oldest = this.#db.write
      .selectFrom("alarm_comments")
      .select("id")
      .where("alarm_id", "=", alarm)
      .where("kind", "=", "SYSTEM")
      .orderBy("seq")
      .limit(1);
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("alarm_comments")
      .where("id", "in", oldest)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  #comments(alarm: AlarmId) {
    return this.#db.read
      .selectFrom("alarm_comments")
      .leftJoin("users", "users.id", "alarm_comments.user_id")
      .selectAll("alarm_comments")
      .select(["users.username", "users.first_name", "users.last_name"])
      .where("alarm_id", "=", alarm);
  }
}

type CommentRow = Omit<Tables["alarm_comments"], "seq">;
type ListedRow = CommentRow & {
  username: string | null;
  first_name: string | null;
  last_name: string | null;
};

const commentRow = (comment: AlarmComment): CommentRow => ({
  id: comment.id,
  alarm_id: comment.alarmId,
  user_id: comment.userId,
  kind: comment.kind,
  body: JSON.stringify(comment.body),
  created_time: comment.createdTime,
});

const commentOf = (row: ListedRow): ListedComment => {
  const userId = row.user_id as UserId | null;
  const name = { firstName: row.first_name, lastName: row.last_name };
  return {
    id: row.id as AlarmCommentId,
    alarmId: row.alarm_id as AlarmId,
    userId,
    kind: row.kind === "OTHER" ? "OTHER" : "SYSTEM",
    body: parseJsonText(row.body) as CommentBody,
    createdTime: epochMs(row.created_time),
    user: userId === null || row.username === null ? null : { id: userId, username: row.username, ...name },
  };
};
