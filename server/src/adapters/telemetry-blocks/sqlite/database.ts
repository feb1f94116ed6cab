import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../kernel/errors.ts";
import { smallBlockPoints } from "../limits.ts";

/** Raised by every change of tables, frames or blocks that an older program could not read. */
const formatVersion = 4;
/** Where SQLite keeps `user_version` in the first page of its file, big-endian. */
const userVersionOffset = 60;
/** About 8 MiB: the write-ahead log is copied into the file in few large pieces. */
const checkpointPages = 2048;
const busyTimeoutMs = 10_000;

const schema = `
CREATE TABLE device (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE series (id INTEGER PRIMARY KEY, device INTEGER NOT NULL, key BLOB NOT NULL);
CREATE TABLE journal (seq INTEGER PRIMARY KEY, frame BLOB NOT NULL, frame_check INTEGER);
CREATE TABLE block (
  id INTEGER PRIMARY KEY, series INTEGER NOT NULL, run INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
  count INTEGER NOT NULL, numbers INTEGER NOT NULL, min REAL, max REAL, sum REAL,
  data_check INTEGER NOT NULL, head_check INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX block_by_time ON block (series, run, start);
CREATE INDEX small_block ON block (series) WHERE count < ${smallBlockPoints};
CREATE INDEX late_block ON block (series, run) WHERE run > 0;
`;

/** How far the log has come, whatever rows are left of it: the newest position, and up to where all is in blocks. */
const logPositions =
  "CREATE TABLE IF NOT EXISTS log_position (name TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID";

/** Added since, where an older program does not mind: forgetting a device asks whether it has series left. */
const addedIndexes = "CREATE INDEX IF NOT EXISTS series_by_device ON series (device)";

const newerFormat = (file: string, version: number): AppError =>
  new AppError(
    "TELEMETRY_NEWER_FORMAT",
    "conflict",
    `${file} was written by a newer version (format ${version}, this one knows ${formatVersion}); it was left untouched`,
  );

/** The version in the file's header, read without SQLite, which would create files of its own beside it. */
function storedVersion(file: string): number {
  if (!existsSync(file)) return 0;
  const header = Buffer.alloc(userVersionOffset + 4);
  const descriptor = openSync(file, "r");
  try {
    const read = readSync(descriptor, header, 0, header.length, 0);
    return read < header.length ? 0 : header.readUInt32BE(userVersionOffset);
  } finally {
    closeSync(descriptor);
  }
}

/** A newer data folder is refused untouched [REL4]. */
function refuseNewer(file: string, version: number): void {
  if (version > formatVersion) throw newerFormat(file, version);
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}

function createSchema(db: DatabaseSync): void {
  db.exec(`BEGIN IMMEDIATE; ${schema}; PRAGMA user_version = ${formatVersion}; COMMIT`);
}

/** Whatever formats 1 to 3 hold is still read; what is written from now on, programs of those would take for damaged. */
function raiseVersion(db: DatabaseSync): void {
  if (versionOf(db) < formatVersion) db.exec(`PRAGMA user_version = ${formatVersion}`);
}

/** Files of earlier versions have journals without checksums. Those versions can still read and write it with them. */
function addFrameCheck(db: DatabaseSync): void {
  const column = db.prepare("SELECT 1 FROM pragma_table_info('journal') WHERE name = 'frame_check'").get();
  if (column === undefined) db.exec("ALTER TABLE journal ADD COLUMN frame_check INTEGER");
}

/** What this version writes, all of it. */
export const isCurrentFile = (db: DatabaseSync): boolean =>
  versionOf(db) === formatVersion &&
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'log_position'").get() !== undefined;

/** An open file of points. */
export type PointsFile = DatabaseSync;

export interface WriterDatabaseOptions {
  /** The file never grows past this; beyond it the store answers as on a full disk. */
  readonly maxFileBytes: number | undefined;
}

function limitSize(db: DatabaseSync, maxFileBytes: number | undefined): void {
  if (maxFileBytes === undefined) return;
  const pageSize = Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  db.exec(`PRAGMA max_page_count = ${Math.ceil(maxFileBytes / pageSize)}`);
}

/** Opens the file for the one writer, creating it when missing. FULL: a commit is on disk when it returns [REL1]. */
export function openWriterDatabase(file: string, options: WriterDatabaseOptions): DatabaseSync {
  refuseNewer(file, storedVersion(file));
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    refuseNewer(file, versionOf(db));
    db.exec(`PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY`);
    if (versionOf(db) === 0) createSchema(db);
    else raiseVersion(db);
    addFrameCheck(db);
    db.exec(addedIndexes);
    db.exec(logPositions);
    limitSize(db, options.maxFileBytes);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens the file for a reader; the writer has created it. */
export function openReaderDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  db.exec("PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY");
  return db;
}
