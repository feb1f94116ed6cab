import { sql } from "kysely";
import type { Note, NoteQuery, NoteStore, PlacedNote } from "../../../core/notes/index.ts";
import type { DeviceId, NoteId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";

/** What people write at times of devices. */
export class SqlNoteStore implements NoteStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(tenant: TenantId, id: NoteId): Promise<PlacedNote | undefined> {
    const row = await this.#db.read
      .selectFrom("notes")
      .leftJoin("devices", "devices.id", "notes.device_id")
      .selectAll("notes")
      .select("devices.project_id as project_id")
      .where("notes.tenant_id", "=", tenant)
      .where("notes.id", "=", id)
      .executeTakeFirst();
    return row && { note: noteOf(row), projectId: row.project_id as ProjectId | null };
  }

  async count(tenant: TenantId): Promise<number> {
    const all = this.#db.read.selectFrom("notes").where("tenant_id", "=", tenant);
    const { total } = await all.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    return Number(total);
  }

  async insert(note: Note): Promise<"created" | "gone"> {
    try {
      await this.#db.write.insertInto("notes").values(rowOf(note)).execute();
      return "created";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  /** Of two who change one version, the second finds another one. */
  async update(note: Note): Promise<"updated" | "changed" | "gone"> {
    try {
      const { numUpdatedRows } = await this.#db.write
        .updateTable("notes")
        .set(rowOf(note))
        .where("id", "=", note.id)
        .where("tenant_id", "=", note.tenantId)
        .where("version", "=", note.version - 1)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? "updated" : "changed";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  async remove(tenant: TenantId, id: NoteId): Promise<boolean> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("notes")
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async page(query: NoteQuery, page: PageRequest): Promise<readonly Note[]> {
    return (await this.#newestFirst(query).limit(page.limit).offset(offsetOf(page)).execute()).map(noteOf);
  }

  async total(query: NoteQuery): Promise<number> {
    const { total } = await this.#wanted(query)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async *stream(query: NoteQuery): AsyncGenerator<readonly Note[]> {
    for await (const rows of streamRows(this.#db, this.#newestFirst(query))) yield rows.map(noteOf);
  }

  #newestFirst(query: NoteQuery) {
    return this.#wanted(query).selectAll("notes").orderBy("notes.start_ts", "desc").orderBy("notes.id");
  }

  #wanted({ tenantId, projects, deviceIds, startTime, endTime, textSearch }: NoteQuery) {
    let notes = this.#db.read
      .selectFrom("notes")
      .leftJoin("devices", "devices.id", "notes.device_id")
      .where("notes.tenant_id", "=", tenantId);
    const reached = projects === "all" ? undefined : [...projects];
    if (reached)
      notes = notes.where((eb) =>
        eb.or([
          eb("notes.device_id", "is", null),
          ...(reached.length > 0 ? [eb("devices.project_id", "in", reached)] : []),
        ]),
      );
    if (deviceIds)
      notes = notes.where((eb) =>
        eb.or([eb("notes.device_id", "is", null), eb("notes.device_id", "in", [...deviceIds])]),
      );
    if (startTime !== undefined) notes = notes.where("notes.last_ts", ">=", startTime);
    if (endTime !== undefined) notes = notes.where("notes.start_ts", "<", endTime);
    if (textSearch) notes = notes.where(contains(this.#db, foldCase(textSearch)));
    return notes;
  }
}

const contains = (db: Database, text: string) =>
  db.kind === "sqlite"
    ? sql<boolean>`instr(notes.search_text, ${text}) > 0`
    : sql<boolean>`strpos(notes.search_text, ${text}) > 0`;

const rowOf = (note: Note): Tables["notes"] => ({
  id: note.id,
  tenant_id: note.tenantId,
  device_id: note.deviceId,
  start_ts: note.startTs,
  end_ts: note.endTs,
  last_ts: note.endTs ?? note.startTs,
  text: note.text,
  search_text: foldCase(note.text),
  created_by: note.createdBy,
  created_time: note.createdTime,
  changed_time: note.changedTime,
  version: note.version,
});

const noteOf = (row: Tables["notes"]): Note => ({
  id: row.id as NoteId,
  tenantId: row.tenant_id as TenantId,
  deviceId: row.device_id as DeviceId | null,
  startTs: epochMs(row.start_ts),
  endTs: row.end_ts === null ? null : epochMs(row.end_ts),
  text: row.text,
  createdBy: row.created_by,
  createdTime: epochMs(row.created_time),
  changedTime: epochMs(row.changed_time),
  version: row.version,
});
