import type { BlockReads } from "./block-reads.ts";
import type { BlockRow, NewBlock } from "./block-row.ts";
import type { MergeReads } from "./merge-reads.ts";
import type { SeriesDefinition } from "./series-definition.ts";
import type { LeftConsumer, UnseenCommit, UnseenPart } from "./unseen-commits.ts";

/** One commit in the log. */
export interface JournalEntry {
  readonly position: number;
  /** Undefined: not what was written. */
  readonly frame: Uint8Array | undefined;
}

/** What is noted of the log besides its entries: the newest position there ever was, and how far each consumer is. */
export type LogPosition = "last" | "blocks" | "followed";

/** The log as it is found: what was noted, 0 where nothing was, and its first and last entry, 0 when it has none. */
export interface LogState {
  readonly last: number;
  readonly blocks: number;
  /** The first position that whoever follows has not passed; 0 when nobody does. */
  readonly followed: number;
  readonly oldest: number;
  readonly newest: number;
}

/** Where the points of a series would go that end at `upTo`. */
export interface LastBlockWish {
  readonly series: number;
  readonly upTo: number;
}

/**
 * Changes that become durable together. They are told, not waited for: a storage far away may send them with the next
 * read or at the end, so what they hold must not change until then. Reads see the changes made before them.
 */
export interface StorageTransaction extends BlockReads, MergeReads {
  /** Fails, and the transaction with it, unless these shards are this writer's; where it has all of them, nothing is asked. */
  concern(shards: readonly number[]): void;
  /** The same definition may come again; a number that stands for another series fails. */
  define(series: readonly SeriesDefinition[]): void;
  dropSeries(series: Iterable<number>): void;
  /** Unless it has series again: points may come while a device is being forgotten. */
  dropDevice(device: string): void;
  append(position: number, frame: Uint8Array): void;
  /** Removes entries up to a position. */
  trim(upTo: number): void;
  /** Keeps a damaged entry where no replay meets it, for whoever can still make something of it. */
  setAside(position: number): void;
  note(name: LogPosition, position: number): void;
  insert(blocks: readonly NewBlock[]): void;
  delete(blocks: readonly number[]): void;
  /** For each wish, of every run of the series, the highest first, its last block that starts at or before `upTo`. */
  lastBlocks(wanted: readonly LastBlockWish[]): Promise<readonly (readonly BlockRow[])[]>;
}

/**
 * What the engine needs of whatever keeps its log, series and blocks. Nothing else writes there. Calls come one after
 * the other; a call that takes a way over a network costs the writer that way, so everything is asked for in batches.
 */
export interface WriterStorage {
  /** Durable once resolved [REL1]. Rejects only when nothing of it is stored, and will not be. */
  transaction<Result>(work: (changes: StorageTransaction) => Promise<Result>): Promise<Result>;
  log(): Promise<LogState>;
  /** The next entries after a position, in order, as many as the storage thinks fit; none at the end. */
  entries(after: number): Promise<readonly JournalEntry[]>;
  /** The next series by number, at most `limit`. One whose device is missing has its number still, and no name. */
  series(after: number, limit: number): Promise<readonly SeriesDefinition[]>;
  /** The highest number a series has; 0 when there is none. */
  highestSeries(): Promise<number>;
  /** Whose points these are, and a number that counts up while points arrive [RUN10, REL5]; durable once resolved. */
  mark(installation: string, beat: number): Promise<void>;
  /** Gives up the connection, where there is one: the server is silent, and what waits for it has to look anew. */
  hangUp?(): void;
  close(): Promise<void>;
}

/** Where several writers share the shards (ADR 67). Every change is durable once resolved, and fenced as a transaction is. */
export interface ShardedStorage extends WriterStorage {
  /** Which of them are this writer's now: those that were free, or were so before; their points are all in blocks. */
  takeShards(shards: readonly number[]): Promise<readonly number[]>;
  /** They are free for others. Everything of them has to be in blocks, and receipts up to a position where they belong. */
  giveShards(shards: readonly number[], receiptsUpTo?: number): Promise<void>;
  /** Logs that members left, for a writer that has all shards: these have to become blocks before it begins. */
  orphans(): Promise<readonly number[]>;
  /** A writer that has all shards has those as well that orphans were of. */
  takeRest(): Promise<void>;
  /** How far whoever followed the log of one that is gone was. */
  leftConsumers(): Promise<readonly LeftConsumer[]>;
  /** Of these series, those that there still are. */
  shardsOfSeries(series: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Keeps what nobody has seen of a log for whoever has its shards next; once, however often it is told. */
  leaveUnseen(parts: readonly UnseenPart[]): Promise<void>;
  /** What was left of shards, in its order. */
  unseenIn(shards: readonly number[]): Promise<readonly UnseenCommit[]>;
  removeUnseen(ids: readonly number[]): Promise<void>;
  /** The log is finished: everything in it is in blocks or was left, its shards are free, and it is empty and nobody's. */
  retire(): Promise<void>;
  /** As `series`, of these shards. */
  seriesIn(shards: readonly number[], after: number, limit: number): Promise<readonly SeriesDefinition[]>;
  /** Numbers in use, whoever's series they are, that belong to these shards (`number % shards`). */
  numbersIn(shards: readonly number[]): Promise<readonly number[]>;
}

export const isSharded = (storage: WriterStorage): storage is ShardedStorage => "takeShards" in storage;

/** What reading needs: blocks as they are at one moment. */
export interface ReaderStorage {
  /** The moment is the first read, or earlier, but never before the call. */
  snapshot<Result>(read: (blocks: BlockReads) => Promise<Result>): Promise<Result>;
  /** As a writer's. */
  hangUp?(): void;
  close(): Promise<void>;
}
