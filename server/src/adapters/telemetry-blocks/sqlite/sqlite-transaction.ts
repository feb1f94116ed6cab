import type { DatabaseSync } from "node:sqlite";
import type { BlockPage, BlockReads, FetchedBlock, RunStart } from "../storage/block-reads.ts";
import type { BlockRow, NewBlock } from "../storage/block-row.ts";
import type { RunSize } from "../storage/merge-reads.ts";
import type { SeriesDefinition } from "../storage/series-definition.ts";
import type { LastBlockWish, LogPosition, StorageTransaction } from "../storage/storage.ts";
import { BlockChanges, BlockTable } from "./block-table.ts";
import type { JournalTable } from "./journal-table.ts";
import { MergeQueries } from "./merge-queries.ts";
import type { SeriesTable } from "./series-table.ts";

/** The file is near: every read is answered at once. */
export class SqliteBlockReads implements BlockReads {
  protected readonly blocks: BlockTable;

  constructor(db: DatabaseSync) {
    this.blocks = new BlockTable(db);
  }

  async runs(series: number, from: number): Promise<RunStart[]> {
    return this.blocks.runs(series, from);
  }

  async page(wanted: BlockPage): Promise<FetchedBlock[]> {
    return this.blocks.page(wanted);
  }

  async data(blocks: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    return blocks.map((id) => this.blocks.data(id));
  }
}

/** The same, and every change is made at once; the storage begins and ends the transaction around them. */
export class SqliteTransaction extends SqliteBlockReads implements StorageTransaction {
  readonly #journal: JournalTable;
  readonly #series: SeriesTable;
  readonly #changes: BlockChanges;
  readonly #merge: MergeQueries;

  constructor(db: DatabaseSync, journal: JournalTable, series: SeriesTable) {
    super(db);
    this.#journal = journal;
    this.#series = series;
    this.#changes = new BlockChanges(db);
    this.#merge = new MergeQueries(db);
  }

  /** A file has one writer. */
  concern(): void {}

  define(series: readonly SeriesDefinition[]): void {
    for (const definition of series) this.#series.define(definition);
  }

  dropSeries(series: Iterable<number>): void {
    for (const id of series) this.#series.drop(id);
  }

  dropDevice(device: string): void {
    this.#series.dropDevice(device);
  }

  append(position: number, frame: Uint8Array): void {
    this.#journal.append(position, frame);
  }

  trim(upTo: number): void {
    this.#journal.trim(upTo);
  }

  setAside(position: number): void {
    this.#journal.setAside(position);
  }

  note(name: LogPosition, position: number): void {
    this.#journal.note(name, position);
  }

  insert(blocks: readonly NewBlock[]): void {
    for (const block of blocks) this.#changes.insert(block);
  }

  delete(blocks: readonly number[]): void {
    for (const id of blocks) this.#changes.delete(id);
  }

  async lastBlocks(wanted: readonly LastBlockWish[]): Promise<BlockRow[][]> {
    return wanted.map((wish) => this.blocks.lastBlocks(wish));
  }

  async nextLate(after: number): Promise<number | undefined> {
    return this.#merge.nextLate(after);
  }

  async nextSmall(after: number): Promise<number | undefined> {
    return this.#merge.nextSmall(after);
  }

  async lateRuns(series: number): Promise<RunSize[]> {
    return this.#merge.lateRuns(series);
  }

  async pointsInTime(series: number, low: number, high: number): Promise<number> {
    return this.#merge.pointsInTime(series, low, high);
  }

  async smallAround(series: number, until: number): Promise<{ first: number; before: number }> {
    return this.#merge.smallAround(series, until);
  }
}
