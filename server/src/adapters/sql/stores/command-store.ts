import { sql, type Transaction } from "kysely";
import {
  type AddOutcome,
  afterTimeout,
  type Command,
  type CommandAnswer,
  type CommandQuery,
  type CommandStore,
  type NewCommand,
  noAnswer,
  statusAfter,
  type TakeRequest,
} from "../../../core/commands/index.ts";
import type { CommandId, DeviceId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { addCommand } from "./add-command.ts";
import { byAge, commandOf } from "./command-rows.ts";

type Changes = Partial<Tables["commands"]>;

/** Overdue commands closed per step: a long outage must not become one long transaction. */
const sweptAtOnce = 500;

export class SqlCommandStore implements CommandStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(command: NewCommand, waitingAtMost: number): Promise<AddOutcome> {
    try {
      return await this.#db.write.transaction().execute((trx) => addCommand(trx, command, waitingAtMost));
    } catch (error) {
      if (isForeignKeyViolation(error)) return { outcome: "no-such-device" };
      throw error;
    }
  }

  /** Most devices have nothing waiting: they are answered without a write. */
  async take(request: TakeRequest): Promise<readonly Command[]> {
    const any = await this.#waiting(this.#db.read, request).limit(1).executeTakeFirst();
    if (!any) return [];
    const { now, timeoutMs, limit } = request;
    const rows = await this.#db.write.transaction().execute((trx) => {
      const oldest = this.#waiting(trx, request).orderBy("created_time").orderBy("message_id").limit(limit);
      return trx
        .updateTable("commands")
        .set((eb) => ({
          status: "SENT",
          sent_time: now,
          attempts: eb("attempts", "+", 1),
          answer_by: sql<number>`${sql.lit(now)} + coalesce(timeout_ms, ${sql.lit(timeoutMs)})`,
        }))
        .where("id", "in", this.#db.kind === "postgres" ? oldest.forUpdate().skipLocked() : oldest)
        .returningAll()
        .execute();
    });
    return rows.map(commandOf).sort(byAge);
  }

  answer(device: DeviceId, messageId: number, answer: CommandAnswer, now: EpochMs): Promise<Command | undefined> {
    return this.#change(device, messageId, (command) => {
      const status = statusAfter(command, "answer") && (answer.succeeded ? "DONE" : "FAILED");
      const kept = { answer: answer.text, answered_time: now };
      if (!status) return command.answeredTime === null ? kept : {};
      return { ...kept, status, error: null, finished_time: now, answer_by: null };
    });
  }

  delivered(device: DeviceId, messageId: number, now: EpochMs): Promise<Command | undefined> {
    return this.#change(device, messageId, (command) => {
      const oneway = command.body.type === "RPC" && command.body.oneway;
      const status = oneway ? statusAfter(command, "deliver") : undefined;
      return status ? { status, answered_time: now, finished_time: now, answer_by: null } : {};
    });
  }

  async extend(device: DeviceId, messageId: number, until: EpochMs): Promise<void> {
    await this.#db.write
      .updateTable("commands")
      .set({ answer_by: until })
      .where("device_id", "=", device)
      .where("message_id", "=", messageId)
      .where("status", "=", "SENT")
      .execute();
  }

  cancel(device: DeviceId, id: CommandId, now: EpochMs): Promise<Command | "finished" | "not-found"> {
    return this.#db.write.transaction().execute(async (trx) => {
      const row = await this.#locked(trx, device).where("id", "=", id).executeTakeFirst();
      if (!row) return "not-found";
      const status = statusAfter(commandOf(row), "cancel");
      if (!status) return "finished";
      return update(trx, row, { status, finished_time: now, answer_by: null });
    });
  }

  async sweep(now: EpochMs): Promise<readonly Command[]> {
    const overdue = await this.#overdue(now);
    if (overdue.length === 0) return [];
    return this.#db.write.transaction().execute(async (trx) => {
      const changed: Command[] = [];
      for (const { id, device_id } of overdue) {
        const row = await this.#locked(trx, device_id as DeviceId)
          .where("id", "=", id)
          .executeTakeFirst();
        const changes = row && overdueChanges(row, now);
        if (row && changes) changed.push(await update(trx, row, changes));
      }
      return changed;
    });
  }

  async find(device: DeviceId, id: CommandId): Promise<Command | undefined> {
    const row = await this.#db.read
      .selectFrom("commands")
      .selectAll()
      .where("device_id", "=", device)
      .where("id", "=", id)
      .executeTakeFirst();
    return row && commandOf(row);
  }

  async findByMessageId(device: DeviceId, messageId: number): Promise<Command | undefined> {
    const row = await this.#db.read
      .selectFrom("commands")
      .selectAll()
      .where("device_id", "=", device)
      .where("message_id", "=", messageId)
      .orderBy("created_time", "desc")
      .limit(1)
      .executeTakeFirst();
    return row && commandOf(row);
  }

  async page(query: CommandQuery, page: PageRequest): Promise<readonly Command[]> {
    const rows = await this.#newestFirst(query).limit(page.limit).offset(offsetOf(page)).execute();
    return rows.map(commandOf);
  }

  async count(query: CommandQuery): Promise<number> {
    const { total } = await this.#filtered(query)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async *stream(query: CommandQuery): AsyncGenerator<readonly Command[]> {
    for await (const rows of streamRows(this.#db, this.#newestFirst(query))) yield rows.map(commandOf);
  }

  async removeFinished(before: EpochMs): Promise<number> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("commands")
      .where("finished_time", "<", before)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  #waiting(db: Database["read"], { deviceId, types, now }: TakeRequest) {
    return db
      .selectFrom("commands")
      .select("id")
      .where("device_id", "=", deviceId)
      .where("status", "=", "QUEUED")
      .where("type", "in", [...types])
      .where((eb) => eb.or([eb("expires_time", "is", null), eb("expires_time", ">", now)]));
  }

  #overdue(now: EpochMs) {
    const unanswered = this.#db.read
      .selectFrom("commands")
      .select(["id", "device_id"])
      .where("status", "=", "SENT")
      .where("answer_by", "<=", now);
    const unsent = this.#db.read
      .selectFrom("commands")
      .select(["id", "device_id"])
      .where("status", "=", "QUEUED")
      .where("expires_time", "<=", now);
    return unanswered.unionAll(unsent).limit(sweptAtOnce).execute();
  }

  /** The newest with this message id: after 2^31 of them, an old one may have had the same. */
  #change(
    device: DeviceId,
    messageId: number,
    changesFor: (command: Command) => Changes,
  ): Promise<Command | undefined> {
    return this.#db.write.transaction().execute(async (trx) => {
      const row = await this.#locked(trx, device)
        .where("message_id", "=", messageId)
        .orderBy("created_time", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && update(trx, row, changesFor(commandOf(row)));
    });
  }

  #locked(trx: Transaction<Tables>, device: DeviceId) {
    const query = trx.selectFrom("commands").selectAll().where("device_id", "=", device);
    return this.#db.kind === "postgres" ? query.forUpdate() : query;
  }

  #filtered({ deviceId, status, type }: CommandQuery) {
    let query = this.#db.read.selectFrom("commands").where("device_id", "=", deviceId);
    if (status !== undefined) query = query.where("status", "=", status);
    if (type !== undefined) query = query.where("type", "=", type);
    return query;
  }

  #newestFirst(query: CommandQuery) {
    return this.#filtered(query).selectAll().orderBy("created_time", "desc").orderBy("message_id", "desc");
  }
}

/** Looked at again under the lock: an answer may have come in between. */
function overdueChanges(row: Tables["commands"], now: EpochMs): Changes | undefined {
  const command = commandOf(row);
  if (command.status === "QUEUED" && row.expires_time !== null && row.expires_time <= now) {
    return { status: "EXPIRED", finished_time: now };
  }
  if (command.status !== "SENT" || row.answer_by === null || row.answer_by > now) return undefined;
  if (afterTimeout(command) === "QUEUED") return { status: "QUEUED", answer_by: null };
  return { status: "FAILED", error: noAnswer, finished_time: now, answer_by: null };
}

async function update(trx: Transaction<Tables>, row: Tables["commands"], changes: Changes): Promise<Command> {
  if (Object.keys(changes).length > 0)
    await trx.updateTable("commands").set(changes).where("id", "=", row.id).execute();
  return commandOf({ ...row, ...changes });
}
