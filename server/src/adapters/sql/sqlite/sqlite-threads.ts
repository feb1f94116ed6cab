import { WorkerConnection } from "./worker-connection.ts";

/** Queries take microseconds: a reader that has had no pause for so long is at something longer, or has too much to do. */
const busyAfterMs = 5;
/** A thread starts within this, or later where there is much to do: it is worth waiting for behind something that takes longer only. */
const startsWithinMs = 100;
/** Only the command line writes to the file beside the node; its transactions are short. */
const busyTimeoutMs = 5_000;

/** The threads that hold the connections to one file. They start at once, while the main thread does something else. */
export class SqliteThreads {
  readonly writer: WorkerConnection;
  readonly #open: (readOnly: boolean) => WorkerConnection;
  readonly #first: WorkerConnection;
  #second: WorkerConnection | undefined;

  /** `onLost` is told when a connection's thread dies: nothing can be served then. */
  constructor(file: string, onLost: (error: Error) => void = () => undefined) {
    this.#open = (readOnly) => new WorkerConnection({ file, readOnly, busyTimeoutMs }, onLost);
    this.writer = this.#open(false);
    this.#first = this.#open(true);
  }

  /** For look-ups. One thread is plenty for them; behind a long one, or under load, they go to the second. */
  get reader(): WorkerConnection {
    const { workingMs, waiting } = this.#first;
    if (workingMs < busyAfterMs) return this.#first;
    const second = this.streaming;
    const isThere = second.isReady || workingMs >= startsWithinMs;
    return isThere && second.waiting < waiting ? second : this.#first;
  }

  /** A thread of its own, started when it is first needed: lists of thousands never stand before a look-up. */
  get streaming(): WorkerConnection {
    this.#second ??= this.#open(true);
    return this.#second;
  }

  /** Resolves when the file and its journal exist, so that readers can open them. */
  async ready(): Promise<void> {
    await this.writer.query("select 1", []);
  }

  async close(): Promise<void> {
    await Promise.all([this.#first.close(), this.#second?.close()]);
    await this.writer.close();
  }
}
