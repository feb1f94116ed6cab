import { AppError } from "../../../kernel/errors.ts";
import type { ThreadFault } from "../../../threads/thread-fault.ts";
import { ThreadLine } from "../../../threads/thread-line.ts";
import { errorOfSqlite } from "../sql-error.ts";
import type { ConnectionOptions, EarlierStatement, Request, Result, SqlValue } from "./protocol.ts";

/** Requests that may wait for one connection; beyond that the database is too slow for the load. */
const waitingAtMost = 20_000;
const retryWhenBusyMs = 1_000;

/** Rows live for a moment only; a small nursery keeps three threads from hoarding memory for them. */
const youngGenerationMb = 4;

/** A SQLite connection in a worker thread, seen from the main thread. */
export class WorkerConnection {
  readonly #line: ThreadLine<Request, Result>;
  #workingSince = 0;
  /** Told of every request that failed. */
  onFailure: (error: Error) => void = () => undefined;

  /** `onLost` is told once when the thread ends without having been asked to. */
  constructor(options: ConnectionOptions, onLost: (error: Error) => void) {
    this.#line = new ThreadLine(new URL("./connection.worker.ts", import.meta.url), {
      name: "database connection",
      start: options,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
      bound: { atMost: waitingAtMost, refusal: databaseBusy },
      errorOf: (fault) => this.#failed(fault),
      onLost,
    });
  }

  query(sql: string, parameters: readonly SqlValue[], earlier: readonly EarlierStatement[] = []): Promise<Result> {
    return this.#ask({ kind: "query", sql, parameters, ...(earlier.length > 0 && { earlier }) });
  }

  /** Rows in chunks; the next chunk is fetched only when the reader wants it. */
  async *stream(sql: string, parameters: readonly SqlValue[], rows: number): AsyncGenerator<Result> {
    let result = await this.#ask({ kind: "stream", sql, parameters, rows });
    const cursor = result.cursor ?? 0;
    let open = true;
    try {
      while (open) {
        open = result.values.length === rows * result.columns.length;
        yield result;
        if (open) result = await this.#ask({ kind: "next", cursor, rows });
      }
    } finally {
      if (open && !this.#line.isLost) await this.#line.request({ kind: "close-cursor", cursor });
    }
  }

  /** How much waits for an answer. */
  get waiting(): number {
    return this.#line.pending;
  }

  get isReady(): boolean {
    return this.#line.isReady;
  }

  /** For how long it has had something to do without a pause. */
  get workingMs(): number {
    return this.waiting === 0 ? 0 : performance.now() - this.#workingSince;
  }

  async close(): Promise<void> {
    await this.#line.last({ kind: "close" });
    await this.#line.ended();
  }

  #ask(request: Request): Promise<Result> {
    if (this.waiting === 0) this.#workingSince = performance.now();
    return this.#line.request(request);
  }

  #failed({ message, errcode }: ThreadFault): Error {
    const error = errorOfSqlite(message, errcode);
    this.onFailure(error);
    return error;
  }
}

export const databaseBusy = () =>
  new AppError("DATABASE_BUSY", "busy", "The database is overloaded; try again shortly", {
    retryAfterMs: retryWhenBusyMs,
  });
