import { sql } from "kysely";
import type { CommunicationEntry, CommunicationQuery, CommunicationStore } from "../../../core/communication/index.ts";
import type { CommunicationId, DeviceId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { columnsOf, givenOf, type JsonColumns, jsonRows } from "../json-rows.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";

type Row = Omit<Tables["communication"], "seq">;

const columns: JsonColumns<Row> = {
  id: "uuid",
  device_id: "uuid",
  time: "bigint",
  kind: "text",
  direction: "text",
  transport: "text",
  message_id: "bigint",
  size: "bigint",
  summary: "text",
  error: "text",
  payload: "text",
};

/** Rows removed per statement: upkeep never holds the writer for long. */
const removedAtOnce = 5_000;

export class SqlCommunicationStore implements CommunicationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async append(entries: readonly CommunicationEntry[]): Promise<void> {
    try {
      await this.#insert(entries);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      await this.#insert(await this.#ofKnownDevices(entries));
    }
  }

  async page(query: CommunicationQuery, page: PageRequest): Promise<readonly CommunicationEntry[]> {
    const rows = await this.#newestFirst(query).limit(page.limit).offset(offsetOf(page)).execute();
    return rows.map(entryOf);
  }

  async count(query: CommunicationQuery): Promise<number> {
    const { total } = await this.#filtered(query)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async *stream(query: CommunicationQuery): AsyncGenerator<readonly CommunicationEntry[]> {
    for await (const rows of streamRows(this.#db, this.#newestFirst(query))) yield rows.map(entryOf);
  }

  async removeBefore(time: EpochMs): Promise<number> {
    let removed = 0;
    for (let step = removedAtOnce; step === removedAtOnce; removed += step) step = await this.#removeSome(time);
    return removed;
  }

  async trim(device: DeviceId, most: number): Promise<void> {
    const kept = this.#db.write
      .selectFrom("communication")
      .select("seq")
      .where("device_id", "=", device)
      .orderBy("time", "desc")
      .orderBy("seq", "desc")
      .limit(most);
    await this.#db.write
      .deleteFrom("communication")
      .where("device_id", "=", device)
      .where("seq", "not in", kept)
      .execute();
  }

  async #removeSome(time: EpochMs): Promise<number> {
    const old = this.#db.write.selectFrom("communication").select("seq").where("time", "<", time).limit(removedAtOnce);
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("communication")
      .where("seq", "in", old)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async #insert(entries: readonly CommunicationEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = jsonRows(this.#db.kind, columns, entries.map(rowOf));
    await sql`insert into communication (${columnsOf(columns)}) select ${givenOf(columns)} from ${rows}`.execute(
      this.#db.write,
    );
  }

  async #ofKnownDevices(entries: readonly CommunicationEntry[]): Promise<readonly CommunicationEntry[]> {
    const devices = [...new Set(entries.map(({ deviceId }) => deviceId))];
    const rows = await this.#db.write.selectFrom("devices").select("id").where("id", "in", devices).execute();
    const known = new Set(rows.map(({ id }) => id));
    return entries.filter(({ deviceId }) => known.has(deviceId));
  }

  #filtered({ deviceId, startTime, endTime, kind, textSearch, failed }: CommunicationQuery) {
    let query = this.#db.read
      .selectFrom("communication")
      .where("device_id", "=", deviceId)
      .where("time", ">=", startTime)
      .where("time", "<", endTime);
    if (kind !== undefined) query = query.where("kind", "=", kind);
    if (failed !== undefined) query = query.where("error", failed ? "is not" : "is", null);
    return textSearch ? query.where(contains(this.#db.kind, textSearch)) : query;
  }

  #newestFirst(query: CommunicationQuery) {
    return this.#filtered(query).selectAll().orderBy("time", "desc").orderBy("seq", "desc");
  }
}

/** A device has so many entries that looking at each is quick. */
function contains(kind: Database["kind"], text: string) {
  const all = sql`lower(kind || ' ' || summary || ' ' || coalesce(error, '') || ' ' || coalesce(payload, ''))`;
  const wanted = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return kind === "sqlite" ? sql<boolean>`instr(${all}, ${wanted}) > 0` : sql<boolean>`strpos(${all}, ${wanted}) > 0`;
}

const rowOf = (entry: CommunicationEntry): Row => ({
  id: entry.id,
  device_id: entry.deviceId,
  time: entry.time,
  kind: entry.kind,
  direction: entry.direction,
  transport: entry.transport,
  message_id: entry.messageId,
  size: entry.size,
  summary: entry.summary,
  error: entry.error,
  payload: entry.payload,
});

const entryOf = (row: Row): CommunicationEntry => ({
  id: row.id as CommunicationId,
  deviceId: row.device_id as DeviceId,
  time: epochMs(row.time),
  kind: row.kind,
  direction: row.direction === "IN" ? "IN" : "OUT",
  transport: row.transport === "MQTT" ? "MQTT" : "HTTP",
  messageId: row.message_id,
  size: row.size,
  summary: row.summary,
  error: row.error,
  payload: row.payload,
});
