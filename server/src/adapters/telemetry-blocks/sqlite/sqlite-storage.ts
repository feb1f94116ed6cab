import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { BlockReads } from "../storage/block-reads.ts";
import type { SeriesDefinition } from "../storage/series-definition.ts";
import type { JournalEntry, LogState, ReaderStorage, StorageTransaction, WriterStorage } from "../storage/storage.ts";
import { openReaderDatabase, openWriterDatabase, type WriterDatabaseOptions } from "./database.ts";
import { JournalTable } from "./journal-table.ts";
import { markPoints } from "./points-identity.ts";
import { SeriesTable } from "./series-table.ts";
import { SqliteBlockReads, SqliteTransaction } from "./sqlite-transaction.ts";

/** The writer's side of the file; the durability is SQLite's. */
export class SqliteWriterStorage implements WriterStorage {
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #journal: JournalTable;
  readonly #series: SeriesTable;
  readonly #changes: SqliteTransaction;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#begin = db.prepare("BEGIN IMMEDIATE");
    this.#commit = db.prepare("COMMIT");
    this.#journal = new JournalTable(db);
    this.#series = new SeriesTable(db);
    this.#changes = new SqliteTransaction(db, this.#journal, this.#series);
  }

  async transaction<Result>(work: (changes: StorageTransaction) => Promise<Result>): Promise<Result> {
    this.#begin.run();
    try {
      const result = await work(this.#changes);
      this.#commit.run();
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  async log(): Promise<LogState> {
    return this.#journal.state();
  }

  async entries(after: number): Promise<JournalEntry[]> {
    return this.#journal.after(after);
  }

  async series(after: number, limit: number): Promise<SeriesDefinition[]> {
    return this.#series.page(after, limit);
  }

  async highestSeries(): Promise<number> {
    return this.#series.highest();
  }

  async mark(installation: string, beat: number): Promise<void> {
    markPoints(this.#db, installation, beat);
  }

  async close(): Promise<void> {
    this.#db.close();
  }
}

/** A reader's side of the file: one snapshot at a time, as its one connection can hold. */
class SqliteReaderStorage implements ReaderStorage {
  readonly #db: DatabaseSync;
  readonly #blocks: SqliteBlockReads;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#blocks = new SqliteBlockReads(db);
  }

  async snapshot<Result>(read: (blocks: BlockReads) => Promise<Result>): Promise<Result> {
    this.#db.exec("BEGIN");
    try {
      return await read(this.#blocks);
    } finally {
      this.#db.exec("COMMIT");
    }
  }

  async close(): Promise<void> {
    this.#db.close();
  }
}

/** Creates the file when it is missing; refuses one of a newer format, untouched. */
export const openSqliteWriter = (file: string, options: WriterDatabaseOptions): WriterStorage =>
  new SqliteWriterStorage(openWriterDatabase(file, options));

/** The writer has created the file. */
export const openSqliteReader = (file: string): ReaderStorage => new SqliteReaderStorage(openReaderDatabase(file));
