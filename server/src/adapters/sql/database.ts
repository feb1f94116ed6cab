import type { Compilable, Kysely } from "kysely";
import type { StreamPlaces } from "./stream-places.ts";
import type { Tables } from "./tables.ts";

/**
 * The store of everything that is not a point or a file. On SQLite reading and writing use connections of their
 * own; on PostgreSQL both are the same pool.
 */
export interface Database {
  readonly kind: "sqlite" | "postgres";
  readonly read: Kysely<Tables>;
  readonly write: Kysely<Tables>;
  /** For rows that are read as slowly as somebody at the other end of a socket likes. */
  readonly streams: Kysely<Tables>;
  readonly streamPlaces: StreamPlaces;
  /** Told of every statement that failed where writing happens, if that is on a disk of ours [RUN11]. */
  onWriteFailure(hear: (error: Error) => void): void;
  close(): Promise<void>;
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
