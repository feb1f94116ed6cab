import { backup, DatabaseSync } from "node:sqlite";

/** The node's transactions are short; the one that is in the way is over long before this. */
const busyTimeoutMs = 10_000;
/**
 * All pages in one step, and so from one snapshot: a copy in several steps starts again whenever somebody else
 * writes in between, and under load would never end. Writers are not held up, the journal (WAL) sees to that.
 */
const allPages = 2_147_483_647;

/** What a database that others are using holds at the moment of `pin`. */
export class SqliteSnapshot implements Disposable {
  readonly #source: DatabaseSync;

  constructor(file: string) {
    this.#source = new DatabaseSync(file, { timeout: busyTimeoutMs });
  }

  /** Returns since when, at the earliest, it shows things. */
  pin(): number {
    if (this.#source.isTransaction) this.#source.exec("COMMIT");
    const since = performance.now();
    this.#source.exec("BEGIN");
    this.#source.prepare("SELECT count(*) FROM sqlite_schema").get(); // the first read decides what is seen
    return since;
  }

  /** Made in a thread, so this process stays responsive. */
  async copyTo(file: string): Promise<void> {
    await backup(this.#source, file, { rate: allPages });
  }

  [Symbol.dispose](): void {
    if (this.#source.isOpen) this.#source.close();
  }
}
