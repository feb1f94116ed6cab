import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { isDeferred } from "../with-next.ts";
import { DeferredStatements } from "./deferred-statements.ts";
import type { Result, SqlValue } from "./protocol.ts";
import { databaseBusy, type WorkerConnection } from "./worker-connection.ts";

/** Whoever waits for a turn to write; beyond that the disk is too slow for the load. */
const waitingWritersAtMost = 10_000;

/** Kysely's SQLite dialect with a driver that keeps SQLite off the main thread. */
export const sqliteDialect = (createDriver: () => Driver): Dialect => ({
  createAdapter: () => new ManyConnectionsAdapter(),
  createDriver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/**
 * The drivers below take turns themselves. Kysely's own lock for SQLite would let one statement through at a time,
 * and wake everybody who waits at each step: with thousands of devices connecting at once that is all it would do.
 */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One connection, one user at a time: a transaction is several messages, and nobody may speak in between. */
export class WriterDriver implements Driver {
  readonly #connection: KyselyConnection;
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  #release: () => void = () => undefined;

  constructor(connection: WorkerConnection) {
    this.#connection = new KyselyConnection(connection);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#waiting >= waitingWritersAtMost) throw databaseBusy();
    const before = this.#queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue = promise;
    this.#waiting++;
    await before;
    this.#waiting--;
    this.#release = resolve;
    return this.#connection;
  }

  /** With its first statement: nobody speaks in between, and each message is a wait. */
  async beginTransaction(): Promise<void> {
    this.#connection.deferred.begin();
  }

  /** With what was left for the end. */
  async commitTransaction(): Promise<void> {
    if (this.#connection.deferred.isNothingToCommit) this.#connection.deferred.drop();
    else await this.#connection.executeQuery(CompiledQuery.raw("commit"));
  }

  /** SQLite rolls back by itself when the disk is full; then the first failure is the one to tell, not this. */
  async rollbackTransaction(): Promise<void> {
    const isUnbegun = this.#connection.deferred.isUnbegun;
    this.#connection.deferred.drop();
    if (isUnbegun) return;
    try {
      await this.#connection.executeQuery(CompiledQuery.raw("rollback"));
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("no transaction is active"))) throw error;
    }
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  /** The connection's owner closes it. */
  async destroy(): Promise<void> {}
}

/** A read-only connection for each statement; a statement at a time needs no turn-taking. */
export class ReaderDriver implements Driver {
  readonly #choose: () => WorkerConnection;

  constructor(choose: () => WorkerConnection) {
    this.#choose = choose;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new KyselyConnection(this.#choose());
  }

  beginTransaction = readOnly;
  commitTransaction = readOnly;
  rollbackTransaction = readOnly;

  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

const readOnly = (): Promise<never> => Promise.reject(new Error("transactions belong on the writing connection"));

class KyselyConnection implements DatabaseConnection {
  readonly #connection: WorkerConnection;
  /** What goes out with the next statement. */
  readonly deferred = new DeferredStatements();

  constructor(connection: WorkerConnection) {
    this.#connection = connection;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = query.parameters.map(toSql);
    if (isDeferred(query)) {
      this.deferred.add(query.sql, parameters, query.deferral);
      return { rows: [] };
    }
    const result = await this.#connection.query(query.sql, parameters, this.deferred.take());
    return { rows: rowsOf<R>(result), numAffectedRows: BigInt(result.changes) };
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    for await (const result of this.#connection.stream(query.sql, query.parameters.map(toSql), chunkSize)) {
      yield { rows: rowsOf<R>(result) };
    }
  }
}

/** SQLite knows no booleans and no `undefined`. */
const toSql = (value: unknown): SqlValue =>
  typeof value === "boolean" ? Number(value) : ((value ?? null) as SqlValue);

function rowsOf<R>({ columns, values }: Result): R[] {
  const rows: R[] = [];
  for (let at = 0; at < values.length; at += columns.length) {
    const row: Record<string, SqlValue | undefined> = {};
    for (let column = 0; column < columns.length; column++) row[columns[column] ?? ""] = values[at + column];
    rows.push(row as R);
  }
  return rows;
}
