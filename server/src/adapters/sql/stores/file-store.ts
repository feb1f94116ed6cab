import {
  type Coverage,
  type Decide,
  type DeviceFile,
  type FileChanges,
  type FileFindings,
  type FileKey,
  type FileQuery,
  type FileStore,
  type Likeness,
  type Locate,
  type OwnedFile,
  type SameAs,
  type StoredBytes,
  storageStatus,
  timesOf,
} from "../../../core/files/index.ts";
import type { DeviceId, FileId, TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import { type Database, streamRows } from "../database.ts";
import type { Tables } from "../tables.ts";
import { alikeFiles } from "./alike-files.ts";
import { applyCoverage } from "./apply-coverage.ts";
import { changeFiles, lockDevice } from "./change-files.ts";
import { filteredFiles, orderedFiles } from "./file-query.ts";
import { fileOf, findingColumns, ownedFileOf, ownedFiles } from "./file-rows.ts";
import type { RuleInputNotes } from "./rule-inputs.ts";

/** Names per statement, well below what any database allows. */
const namesPerStatement = 5_000;

export class SqlFileStore implements FileStore {
  readonly #db: Database;
  readonly #notes: RuleInputNotes | undefined;

  constructor(db: Database, notes?: RuleInputNotes) {
    this.#db = db;
    this.#notes = notes;
  }

  change(
    device: DeviceId,
    keys: readonly FileKey[],
    decide: Decide,
    sameAs?: SameAs,
  ): Promise<FileChanges | "no-such-device"> {
    return this.#db.transact(async (trx) =>
      this.#told(device, await changeFiles(trx, this.#db.kind, device, keys, decide, sameAs)),
    );
  }

  changeLocated(
    device: DeviceId,
    likeness: Likeness,
    locate: Locate,
    decide: Decide,
  ): Promise<FileChanges | "no-such-device"> {
    return this.#db.transact(async (trx) => {
      await lockDevice(trx, this.#db.kind, device);
      const key = locate(await alikeFiles(trx, device, likeness));
      return this.#told(device, await changeFiles(trx, this.#db.kind, device, [key], decide));
    });
  }

  /** Rules are told of the files that came, in the transaction in which they did. */
  #told(deviceId: DeviceId, outcome: FileChanges | "no-such-device"): FileChanges | "no-such-device" {
    if (outcome === "no-such-device" || !this.#notes) return outcome;
    const { tenantId, changes } = outcome;
    const noted = { tenantId, deviceId, kind: "FILE", value: "ARRIVED", before: null } as const;
    for (const { before, after } of changes) {
      if (!after?.content || after.content === before?.content) continue;
      this.#notes.note({ ...noted, name: after.tag, file: after.name, time: after.content.receivedTime });
    }
    return outcome;
  }

  applyCoverage(coverage: Coverage): Promise<number> {
    return this.#db.transact(async (trx) => {
      await lockDevice(trx, this.#db.kind, coverage.deviceId);
      return applyCoverage(trx, coverage);
    });
  }

  setFindings(file: FileId, sha256: string, findings: FileFindings): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      const row = await trx
        .selectFrom("files")
        .selectAll()
        .where("id", "=", file)
        .where("sha256", "=", sha256)
        .executeTakeFirst();
      if (!row) return false;
      const { startTime, endTime } = timesOf({ ...fileOf(row), findings });
      await trx
        .updateTable("files")
        .set({ ...findingColumns(findings), start_time: startTime, end_time: endTime })
        .where("id", "=", row.id)
        .where("sha256", "=", sha256)
        .execute();
      if (findings.processing === "FAILED") this.#failed(row);
      return true;
    });
  }

  #failed({ device_id, tag, name }: Pick<Tables["files"], "device_id" | "tag" | "name">): void {
    const noted = { deviceId: device_id as DeviceId, kind: "FILE", value: "FAILED", before: null } as const;
    this.#notes?.note({ ...noted, name: tag, file: name });
  }

  async find(device: DeviceId, { tag, name }: FileKey): Promise<DeviceFile | undefined> {
    const row = await this.#filesOf(device).where("name", "=", name).where("tag", "=", tag).executeTakeFirst();
    return row && fileOf(row);
  }

  async named(device: DeviceId, names: readonly string[]): Promise<readonly DeviceFile[]> {
    const files: DeviceFile[] = [];
    for (let at = 0; at < names.length; at += namesPerStatement) {
      const rows = await this.#filesOf(device)
        .where("name", "in", names.slice(at, at + namesPerStatement))
        .execute();
      files.push(...rows.map(fileOf));
    }
    return files;
  }

  alike(device: DeviceId, likeness: Likeness): Promise<readonly DeviceFile[]> {
    return alikeFiles(this.#db.read, device, likeness);
  }

  async hasContent(file: FileId, sha256: string): Promise<boolean> {
    const row = this.#db.read.selectFrom("files").select("id").where("id", "=", file).where("sha256", "=", sha256);
    return (await row.executeTakeFirst()) !== undefined;
  }

  async page(query: FileQuery, page: PageRequest): Promise<readonly DeviceFile[]> {
    const rows = await orderedFiles(this.#db, query).limit(page.limit).offset(offsetOf(page)).execute();
    return rows.map(fileOf);
  }

  async count(query: FileQuery): Promise<number> {
    const { total } = await filteredFiles(this.#db, query)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async *stream(query: FileQuery): AsyncGenerator<readonly DeviceFile[]> {
    for await (const rows of streamRows(this.#db, orderedFiles(this.#db, query))) yield rows.map(fileOf);
  }

  async pending(limit: number, except: readonly TenantId[] = []): Promise<readonly OwnedFile[]> {
    const query = ownedFiles(this.#db.read)
      .select(({ fn }) => [
        fn
          .agg<number>("row_number")
          .over((rows) => rows.partitionBy("devices.tenant_id").orderBy("received_time"))
          .as("place"),
      ])
      .where("processing", "=", "PENDING")
      .$if(except.length > 0, (rows) => rows.where("devices.tenant_id", "not in", except))
      .orderBy("place")
      .orderBy("received_time")
      .limit(limit);
    return (await query.execute()).map(({ place: _, ...row }) => ownedFileOf(row));
  }

  async contentsAfter(sha256: string, limit: number): Promise<readonly StoredBytes[]> {
    const rows = await this.#db.read
      .selectFrom("files")
      .select((eb) => ["sha256", eb.fn.max("size").as("size")])
      .where("sha256", ">", sha256)
      .groupBy("sha256")
      .orderBy("sha256")
      .limit(limit)
      .execute();
    return rows.flatMap((row) => (row.sha256 === null ? [] : [{ sha256: row.sha256, size: Number(row.size) }]));
  }

  async setDamage(sha256: string, damage: string | undefined): Promise<readonly OwnedFile[]> {
    const other = damage === undefined ? "is not" : "is";
    const files = await ownedFiles(this.#db.read).where("sha256", "=", sha256).where("damage", other, null).execute();
    if (files.length === 0) return [];
    await this.#db.write
      .updateTable("files")
      .set({ damage: damage ?? null })
      .where("sha256", "=", sha256)
      .execute();
    return files.map(ownedFileOf);
  }

  async damagedContents(): Promise<number> {
    const { count } = await this.#db.read
      .selectFrom("files")
      .select((eb) => eb.fn.count<number>("sha256").distinct().as("count"))
      .where("damage", "is not", null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async *requested(): AsyncGenerator<readonly DeviceFile[]> {
    const query = this.#db.read.selectFrom("files").selectAll().where("status", "=", storageStatus.requested);
    for await (const rows of streamRows(this.#db, query)) yield rows.map(fileOf);
  }

  async referenced(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set();
    const ofFiles = this.#db.read
      .selectFrom("files")
      .select("sha256")
      .where("sha256", "in", [...hashes]);
    const ofReports = this.#db.read
      .selectFrom("report_files")
      .select("sha256")
      .where("sha256", "in", [...hashes]);
    const rows = await ofFiles.union(ofReports).execute();
    return new Set(rows.flatMap(({ sha256 }) => sha256 ?? []));
  }

  async usage(tenant: TenantId): Promise<number> {
    const { bytes } = await this.#db.read
      .selectFrom("tenant_usage")
      .select((eb) => eb.fn.sum<number | string | null>("amount").as("bytes"))
      .where("tenant_id", "=", tenant)
      .where("resource", "=", "fileBytes")
      .executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  }

  #filesOf(device: DeviceId) {
    return this.#db.read.selectFrom("files").selectAll().where("device_id", "=", device);
  }
}
