import { sql, type Transaction } from "kysely";
import {
  type AddOutcome,
  type Command,
  type CommandAnswer,
  type CommandQuery,
  type CommandStore,
  type CommandType,
  type NewCommand,
  statusAfter,
  type TakeRequest,
  type WaitingFor,
} from "../../../core/commands/index.ts";
import type { CommandId, DeviceId, MqttSessionId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { addCommand } from "./add-command.ts";
import { type CommandChanges, lockedCommands, updateCommand } from "./command-changes.ts";
import { byAge, commandOf } from "./command-rows.ts";
import type { RuleInputNotes } from "./rule-inputs.ts";
import { sweepCommands } from "./sweep-commands.ts";

type Trx = Transaction<Tables>;

export class SqlCommandStore implements CommandStore {
  readonly #db: Database;
  readonly #notes: RuleInputNotes | undefined;

  constructor(db: Database, notes?: RuleInputNotes) {
    this.#db = db;
    this.#notes = notes;
  }

  async add(command: NewCommand, waitingAtMost: number): Promise<AddOutcome> {
    try {
      return await this.#db.transact(async (trx) => {
        const added = await addCommand(trx, command, waitingAtMost);
        if (added.outcome === "queued") this.#tellRules(added.command, command.createdTime);
        return added;
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return { outcome: "no-such-device" };
      throw error;
    }
  }

  async waiting(): Promise<readonly WaitingFor[]> {
    const rows = await this.#db.read
      .selectFrom("commands")
      .select(["device_id", "type"])
      .distinct()
      .where("status", "=", sql.lit("QUEUED")) // written out: there is an index of those that wait
      .execute();
    return rows.map(({ device_id, type }) => ({ deviceId: device_id as DeviceId, type: type as CommandType }));
  }

  /** Who has nothing waiting is answered without a write. */
  async take(request: TakeRequest): Promise<readonly Command[]> {
    const any = await this.#waiting(this.#db.read, request).limit(1).executeTakeFirst();
    if (!any) return [];
    const { now, timeoutMs, limit } = request;
    return this.#db.transact(async (trx) => {
      const oldest = this.#waiting(trx, request).orderBy("created_time").orderBy("message_id").limit(limit);
      const rows = await trx
        .updateTable("commands")
        .set((eb) => ({
          status: "SENT",
          sent_time: now,
          session_id: request.session ?? null,
          attempts: eb("attempts", "+", 1),
          answer_by: answerBy(now, timeoutMs),
        }))
        // As an array they are chosen once: a plan may ask `in` again for each row, and skip what it locked itself.
        .where((eb) =>
          this.#db.kind === "postgres"
            ? eb("id", "=", sql<string>`any(array(${oldest.forUpdate().skipLocked()}))`)
            : eb("id", "in", oldest),
        )
        .returningAll()
        .execute();
      const taken = rows.map(commandOf).sort(byAge);
      for (const command of taken) this.#tellRules(command, now);
      return taken;
    });
  }

  /** In the transaction that changed it. */
  #tellRules({ deviceId, body, status }: Command, time: number): void {
    this.#notes?.note({ deviceId, kind: "COMMAND", name: body.type, value: status, before: null, time });
  }

  async #update(trx: Trx, row: Tables["commands"], changes: CommandChanges, now: EpochMs): Promise<Command> {
    const command = await updateCommand(trx, row, changes);
    if (command.status !== row.status) this.#tellRules(command, now);
    return command;
  }

  async putBack(device: DeviceId, messageIds: readonly number[]): Promise<readonly Command[]> {
    if (messageIds.length === 0) return [];
    const rows = await this.#db.write
      .updateTable("commands")
      .set((eb) => ({
        status: "QUEUED",
        sent_time: null,
        answer_by: null,
        session_id: null,
        attempts: eb("attempts", "-", 1),
      }))
      .where("device_id", "=", device)
      .where("message_id", "in", messageIds)
      .where("status", "=", "SENT")
      .returningAll()
      .execute();
    return rows.map(commandOf).sort(byAge);
  }

  async unacknowledged(device: DeviceId, session: MqttSessionId): Promise<readonly Command[]> {
    const rows = await this.#db.read
      .selectFrom("commands")
      .selectAll()
      .where("device_id", "=", device)
      .where("status", "=", "SENT")
      .where("session_id", "=", session)
      .execute();
    return rows.map(commandOf).sort(byAge);
  }

  answer(
    device: DeviceId,
    messageId: number,
    types: readonly CommandType[],
    answer: CommandAnswer,
    now: EpochMs,
  ): Promise<Command | undefined> {
    return this.#change(device, messageId, types, now, (command) => {
      const status = statusAfter(command, "answer") && (answer.succeeded ? "DONE" : "FAILED");
      const kept = { answer: answer.text, answered_time: now };
      if (!status) return command.answeredTime === null ? kept : {};
      return { ...kept, status, error: null, finished_time: now, answer_by: null };
    });
  }

  delivered(device: DeviceId, messageId: number, now: EpochMs): Promise<Command | undefined> {
    return this.#change(device, messageId, ["RPC"], now, (command) => {
      const oneway = command.body.type === "RPC" && command.body.oneway;
      const status = oneway ? statusAfter(command, "deliver") : undefined;
      const closed = status && { status, answered_time: now, finished_time: now, answer_by: null };
      return { ...closed, session_id: null };
    });
  }

  fail(device: DeviceId, messageId: number, reason: string, now: EpochMs): Promise<Command | undefined> {
    return this.#change(device, messageId, ["RPC"], now, (command) => {
      const status = statusAfter(command, "fail");
      return status ? { status, error: reason, finished_time: now, answer_by: null } : {};
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
    return this.#db.transact(async (trx) => {
      const row = await lockedCommands(this.#db, trx, device).where("id", "=", id).executeTakeFirst();
      if (!row) return "not-found";
      const status = statusAfter(commandOf(row), "cancel");
      if (!status) return "finished";
      return this.#update(trx, row, { status, finished_time: now, answer_by: null }, now);
    });
  }

  async shiftTimeouts(byMs: number): Promise<void> {
    await this.#db.write
      .updateTable("commands")
      .set((eb) => ({ answer_by: eb("answer_by", "+", byMs) }))
      .where("status", "=", "SENT")
      .where("answer_by", "is not", null)
      .execute();
  }

  async renewTimeouts(now: EpochMs, timeoutMs: number): Promise<void> {
    await this.#db.write
      .updateTable("commands")
      .set({ answer_by: answerBy(now, timeoutMs) })
      .where("status", "=", "SENT")
      .where("answer_by", "is not", null)
      .execute();
  }

  async sweep(now: EpochMs): Promise<readonly Command[]> {
    return sweepCommands(this.#db, now, (trx, row, changes) => this.#update(trx, row, changes, now));
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

  /** The newest with this message id: after 2^31 of them, an old one may have had the same. */
  #change(
    device: DeviceId,
    messageId: number,
    types: readonly CommandType[],
    now: EpochMs,
    changesFor: (command: Command) => CommandChanges,
  ): Promise<Command | undefined> {
    return this.#db.transact(async (trx) => {
      const row = await lockedCommands(this.#db, trx, device)
        .where("message_id", "=", messageId)
        .where("type", "in", [...types])
        .orderBy("created_time", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && this.#update(trx, row, changesFor(commandOf(row)), now);
    });
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

/** Until when an answer may come to what goes out now. */
const answerBy = (now: EpochMs, timeoutMs: number) =>
  sql<number>`${sql.lit(now)} + coalesce(timeout_ms, ${sql.lit(timeoutMs)})`;
