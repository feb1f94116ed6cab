import { AsyncLocalStorage } from "node:async_hooks";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Connections, Database, EndWriter, RunningTransaction } from "./database.ts";
import { retried } from "./retried.ts";
import type { StreamPlaces } from "./stream-places.ts";
import type { Tables } from "./tables.ts";
import { markWithNext } from "./with-next.ts";

const savepoint = markWithNext("savepoint part");
const release = markWithNext("release savepoint part");

interface LastWrite {
  readonly write: EndWriter<never>;
  readonly item: unknown;
}

/** What belongs to one transaction; over when it is about to be committed. */
class Running implements RunningTransaction {
  readonly trx: Transaction<Tables>;
  readonly #last: LastWrite[] = [];
  readonly #told: (() => void)[] = [];
  isOpen = true;

  constructor(trx: Transaction<Tables>) {
    this.trx = trx;
  }

  atEnd<T>(write: EndWriter<T>, item: T): void {
    this.#last.push({ write, item });
  }

  afterCommit(tell: () => void): void {
    this.#told.push(tell);
  }

  /** What a part asked for goes with it when it fails. */
  marked(): () => void {
    const [last, told] = [this.#last.length, this.#told.length];
    return () => {
      this.#last.length = last;
      this.#told.length = told;
    };
  }

  async writeLast(): Promise<void> {
    const byWriter = Map.groupBy(this.#last, ({ write }) => write);
    for (const [write, asked] of byWriter) await write(this, asked.map(({ item }) => item) as never[]); // its own items
  }

  tell(): void {
    for (const tell of this.#told) tell();
  }
}

/**
 * A database whose transactions are joined by whatever is called inside them. Work that was begun inside and goes on
 * after the end finds the connections again, never a transaction that is over.
 */
export class JoinedTransactions implements Database {
  readonly kind: Connections["kind"];
  readonly streams: Kysely<Tables>;
  readonly streamPlaces: StreamPlaces;
  readonly #connections: Connections;
  readonly #current = new AsyncLocalStorage<Running>();

  constructor(connections: Connections) {
    this.kind = connections.kind;
    this.streams = connections.streams;
    this.streamPlaces = connections.streamPlaces;
    this.#connections = connections;
  }

  get isReachable(): boolean {
    return this.#connections.isReachable;
  }

  get running(): Running | undefined {
    const running = this.#current.getStore();
    return running?.isOpen ? running : undefined;
  }

  get trouble(): string | undefined {
    return this.#connections.trouble;
  }

  /** Inside a transaction also reading happens there: it sees what was written, and needs no second connection. */
  get read(): Kysely<Tables> {
    return this.running?.trx ?? this.#connections.read;
  }

  get write(): Kysely<Tables> {
    return this.running?.trx ?? this.#connections.write;
  }

  transact<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const { running } = this;
    return running ? asPart(running, work) : retried(() => this.#begin(work));
  }

  onWriteFailure(hear: (error: Error) => void): void {
    this.#connections.onWriteFailure(hear);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #begin<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const { running, result } = await this.#connections.write.transaction().execute(async (trx) => {
      const running = new Running(trx);
      return { running, result: await this.#inFull(running, work) };
    });
    running.tell();
    return result;
  }

  async #inFull<T>(running: Running, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    try {
      return await this.#current.run(running, () => inFull(running, work));
    } finally {
      running.isOpen = false;
    }
  }
}

/**
 * A part that fails leaves nothing behind, and the whole can go on with that: a store may answer a refusal of the
 * database with an outcome, also on PostgreSQL, which ends the whole transaction otherwise [REL2].
 */
async function asPart<T>(running: Running, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  const { trx } = running;
  const forget = running.marked();
  await trx.executeQuery(savepoint);
  try {
    const result = await work(trx);
    await trx.executeQuery(release);
    return result;
  } catch (error) {
    forget();
    // The error tells more than that the connection, or the whole transaction, is lost as well.
    await sql`rollback to savepoint part`.execute(trx).catch(() => undefined);
    await trx.executeQuery(release).catch(() => undefined);
    throw error;
  }
}

async function inFull<T>(running: Running, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  const result = await work(running.trx);
  await running.writeLast();
  return result;
}
