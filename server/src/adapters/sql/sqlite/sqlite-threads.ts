import { WorkerConnection } from "./worker-connection.ts";

/** One thread per core is plenty for queries that take microseconds; two keep a long export out of the way. */
const readers = 2;
/** Only the command line writes to the file beside the node; its transactions are short. */
const busyTimeoutMs = 5_000;

/** The threads that hold the connections to one file. They start at once, while the main thread does something else. */
export class SqliteThreads {
  readonly writer: WorkerConnection;
  readonly readers: readonly WorkerConnection[];
  readonly #open: (readOnly: boolean) => WorkerConnection;
  #streaming: WorkerConnection | undefined;

  /** `onLost` is told when a connection's thread dies: nothing can be served then. */
  constructor(file: string, onLost: (error: Error) => void = () => undefined) {
    this.#open = (readOnly) => new WorkerConnection({ file, readOnly, busyTimeoutMs }, onLost);
    this.writer = this.#open(false);
    this.readers = Array.from({ length: readers }, () => this.#open(true));
  }

  /** A thread of its own, started when it is first needed: lists of thousands never stand before a look-up. */
  get streaming(): WorkerConnection {
    this.#streaming ??= this.#open(true);
    return this.#streaming;
  }

  /** Resolves when the file and its journal exist, so that readers can open them. */
  async ready(): Promise<void> {
    await this.writer.query("select 1", []);
  }

  async close(): Promise<void> {
    const reading = [...this.readers, ...(this.#streaming ? [this.#streaming] : [])];
    await Promise.all(reading.map((connection) => connection.close()));
    await this.writer.close();
  }
}
