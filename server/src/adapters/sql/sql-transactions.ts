import type { Transactions } from "../../core/changes/index.ts";
import type { Database } from "./database.ts";

export class SqlTransactions implements Transactions {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#db.transact(work);
  }

  afterCommit(tell: () => void): void {
    const { running } = this.#db;
    if (running) running.afterCommit(tell);
    else tell();
  }
}
