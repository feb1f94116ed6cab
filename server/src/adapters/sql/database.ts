import type { Compilable, Kysely, Transaction } from "kysely";
import type { StreamPlaces } from "./stream-places.ts";
import type { Tables } from "./tables.ts";

/** How a database is reached. On SQLite reading and writing use connections of their own; on PostgreSQL one pool. */
export interface Connections {
  readonly kind: "sqlite" | "postgres";
  readonly read: Kysely<Tables>;
  readonly write: Kysely<Tables>;
  /** For rows that are read as slowly as somebody at the other end of a socket likes. */
  readonly streams: Kysely<Tables>;
  readonly streamPlaces: StreamPlaces;
  /** Whether it answers, as far as is known. */
  readonly isReachable: boolean;
  /** What keeps it from storing anything although it answers, for people; undefined where nothing does, as far as is known. */
  readonly trouble?: string | undefined;
  /** Told of every statement that failed where writing happens, if that is on a disk of ours [RUN11]. */
  onWriteFailure(hear: (error: Error) => void): void;
  close(): Promise<void>;
}

/**
 * The store of everything that is not a point or a file. What runs inside `transact` meets its transaction wherever it
 * uses `read` or `write`, so that stores that know nothing of each other write together or not at all.
 */
export interface Database extends Connections {
  /** Joins the transaction that is under way, or begins one. */
  transact<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** The transaction this call is a part of. */
  readonly running: RunningTransaction | undefined;
}

export type EndWriter<T> = (running: RunningTransaction, items: readonly T[]) => Promise<void>;

/** A transaction as those see it who take part in it. */
export interface RunningTransaction {
  readonly trx: Transaction<Tables>;
  /**
   * The last thing that is written; locks many wait for are taken here, for as short as can be. Each writer is called
   * once, with all of its items but those of parts that failed.
   */
  atEnd<T>(write: EndWriter<T>, item: T): void;
  /** Once everything is stored; never when it is not. */
  afterCommit(tell: () => void): void;
}

/** Rows per step of a stream: enough to make the steps cheap, few enough to stay small in memory. */
const rowsPerChunk = 200;

/** The rows of a query in chunks, fetched as they are consumed; all from the moment of the first. */
export async function* streamRows<R>(db: Database, query: Compilable<R>): AsyncGenerator<R[]> {
  db.streamPlaces.take();
  try {
    for await (const { rows } of db.streams.getExecutor().stream<R>(query.compile(), rowsPerChunk)) {
      if (rows.length > 0) yield rows;
    }
  } finally {
    db.streamPlaces.giveBack();
  }
}
