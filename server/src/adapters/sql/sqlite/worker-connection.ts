import { Worker } from "node:worker_threads";
import { AppError } from "../../../kernel/errors.ts";
import { errorOfSqlite } from "../sql-error.ts";
import type { ConnectionOptions } from "./connection.worker.ts";
import type { Request, Response, Result, SqlValue } from "./protocol.ts";

/** Requests that may wait for one connection; beyond that the database is too slow for the load. */
const waitingAtMost = 20_000;
const retryWhenBusyMs = 1_000;

/** Rows live for a moment only; a small nursery keeps three threads from hoarding memory for them. */
const youngGenerationMb = 4;

interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

type WithoutId<T> = T extends Request ? Omit<T, "id"> : never;

/** A SQLite connection in a worker thread, seen from the main thread. */
export class WorkerConnection {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onLost: (error: Error) => void;
  /** Told of every request that failed. */
  onFailure: (error: Error) => void = () => undefined;
  #lastId = 0;
  #gone: Error | undefined;
  #closing = false;

  /** `onLost` is told once when the thread ends without having been asked to. */
  constructor(options: ConnectionOptions, onLost: (error: Error) => void) {
    this.#worker = new Worker(new URL("./connection.worker.ts", import.meta.url), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
    this.#worker.on("message", (response: Response) => this.#settle(response));
    this.#worker.on("error", (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#fail(new Error("the database connection is closed")));
    this.#onLost = onLost;
  }

  query(sql: string, parameters: readonly SqlValue[]): Promise<Result> {
    return this.#ask({ kind: "query", sql, parameters });
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
      if (open && !this.#gone) await this.#ask({ kind: "close-cursor", cursor });
    }
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    const exited = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#closing = true;
    await this.#ask({ kind: "close" });
    await exited;
  }

  #ask(request: WithoutId<Request>): Promise<Result> {
    if (this.#gone) return Promise.reject(this.#gone);
    if (this.#waiting.size >= waitingAtMost) return Promise.reject(databaseBusy());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id });
    });
  }

  #settle(response: Response): void {
    const waiting = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if ("result" in response) waiting?.resolve(response.result);
    else this.#refuse(waiting, errorOfSqlite(response.failure.message, response.failure.errcode));
  }

  #refuse(waiting: Waiting | undefined, error: Error): void {
    this.onFailure(error);
    waiting?.reject(error);
  }

  #fail(error: Error): void {
    if (!this.#gone && !this.#closing) this.#onLost(error);
    this.#gone ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#gone);
    this.#waiting.clear();
  }
}

export const databaseBusy = () =>
  new AppError("DATABASE_BUSY", "busy", "The database is overloaded; try again shortly", {
    retryAfterMs: retryWhenBusyMs,
  });
