import { sql } from "kysely";
import type { FilePlace, NewestFiles, NewestFilesPage, NewestFilesQuery } from "../../../core/files/index.ts";
import type { DeviceId, FileId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { inProjects } from "./device-query.ts";
import { fileOf } from "./file-rows.ts";

/** What came last of a tenant, by an index of its own; a filter looks at no more than a part of it at once. */
export class SqlNewestFiles implements NewestFiles {
  readonly #db: Database;
  readonly #lookedAtMost: number;

  constructor(db: Database, lookedAtMost: number) {
    this.#db = db;
    this.#lookedAtMost = lookedAtMost;
  }

  async page(query: NewestFilesQuery, limit: number): Promise<NewestFilesPage> {
    const rows = await this.#matching(query)
      .limit(limit + 1)
      .execute();
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const next = rows.length > limit && last ? placeOf(last) : await this.#endOfLook(query);
    return {
      found: shown.map(({ device_name, ...row }) => ({
        ...{ file: fileOf(row), deviceId: row.device_id as DeviceId, deviceName: device_name },
      })),
      next,
    };
  }

  #matching(query: NewestFilesQuery) {
    const { reach, isUnassigned, textSearch, tag } = query;
    let files = this.#db.read
      .selectFrom(this.#looked(query).limit(this.#lookedAtMost).as("files"))
      .innerJoin("devices", "devices.id", "files.device_id")
      .selectAll("files")
      .select("devices.name as device_name");
    if (reach.projects !== "all") files = files.where(inProjects(this.#db, reach.projects));
    if (isUnassigned) files = files.where("devices.project_id", "is", null);
    if (tag !== undefined) files = files.where("files.tag", "=", tag);
    if (textSearch) files = files.where(this.#contains(foldCase(textSearch)));
    return files.orderBy("files.received_time", "desc").orderBy("files.id", "desc");
  }

  #looked({ reach, before }: NewestFilesQuery) {
    const files = this.#db.read
      .selectFrom("files")
      .selectAll()
      .where("tenant_id", "=", reach.tenantId)
      .where("received_time", "is not", null);
    const older = before
      ? files.where((eb) =>
          eb.or([
            eb("received_time", "<", before.time),
            eb.and([eb("received_time", "=", before.time), eb("id", "<", before.id)]),
          ]),
        )
      : files;
    return older.orderBy("received_time", "desc").orderBy("id", "desc");
  }

  /** The last one that was looked at, where there may be more behind it. */
  async #endOfLook(query: NewestFilesQuery): Promise<FilePlace | null> {
    const row = await this.#looked(query)
      .offset(this.#lookedAtMost - 1)
      .limit(1)
      .executeTakeFirst();
    return row ? placeOf(row) : null;
  }

  #contains(text: string) {
    return this.#db.kind === "sqlite"
      ? sql<boolean>`instr(files.search_text, ${text}) > 0`
      : sql<boolean>`strpos(files.search_text, ${text}) > 0`;
  }
}

const placeOf = ({ received_time, id }: { readonly received_time: number | null; readonly id: string }): FilePlace => ({
  time: epochMs(received_time ?? 0),
  id: id as FileId,
});
