import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { errorOfPostgres } from "../sql-error.ts";
import { type DeferredQuery, isDeferred } from "../with-next.ts";
import { literalStatements } from "./literal-statements.ts";

/** Kysely's PostgreSQL dialect, its errors told in the words the stores understand. */
export class PostgresDialectWithSqlErrors extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new TranslatingDriver(new PostgresDriver(this.#config));
  }

  override createAdapter(): DialectAdapter {
    return new AdapterWithoutLock();
  }
}

/** Our migrations hold a lock of their transaction: one of the session would outlive a step that failed. */
class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class TranslatingDriver implements Driver {
  readonly #inner: PostgresDriver;

  constructor(inner: PostgresDriver) {
    this.#inner = inner;
  }

  init(): Promise<void> {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await translated(this.#inner.acquireConnection());
    return new TranslatingConnection(connection as PostgresConnection);
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return translated(this.#inner.beginTransaction(innerOf(connection), settings));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(await theirs(connection).commitWithDeferred()))
      await translated(this.#inner.commitTransaction(innerOf(connection)));
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    theirs(connection).dropDeferred();
    return translated(this.#inner.rollbackTransaction(innerOf(connection)));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#inner.releaseConnection(innerOf(connection));
  }

  destroy(): Promise<void> {
    return this.#inner.destroy();
  }
}

type PostgresConnection = Parameters<PostgresDriver["releaseConnection"]>[0];

class TranslatingConnection implements DatabaseConnection {
  readonly inner: PostgresConnection;
  #deferred: DeferredQuery[] = [];

  constructor(inner: PostgresConnection) {
    this.inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isDeferred(query) && query.deferral.kind === "write") {
      this.#deferred.push(query);
      return { rows: [] };
    }
    await this.#runDeferred();
    return translated(this.inner.executeQuery<R>(query));
  }

  /**
   * What was left for the end and the commit as one message, without another wait for the server. Where the
   * transaction is lost already the first statement fails, and nothing is taken for stored.
   */
  async commitWithDeferred(): Promise<boolean> {
    if (this.#deferred.length === 0) return false;
    await this.#runDeferred("commit");
    return true;
  }

  dropDeferred(): void {
    this.#deferred = [];
  }

  async #runDeferred(...last: readonly string[]): Promise<void> {
    if (this.#deferred.length === 0) return;
    const statements = [...this.#deferred.flatMap(literalStatements), ...last];
    this.dropDeferred();
    await translated(this.inner.executeQuery(CompiledQuery.raw(statements.join(";\n"))));
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    try {
      yield* this.inner.streamQuery<R>(query, chunkSize);
    } catch (error) {
      throw translate(error);
    }
  }
}

function theirs(connection: DatabaseConnection): TranslatingConnection {
  if (!(connection instanceof TranslatingConnection)) throw new Error("a connection of another driver");
  return connection;
}

const innerOf = (connection: DatabaseConnection): PostgresConnection => theirs(connection).inner;

const translate = (error: unknown): unknown => (error instanceof Error ? errorOfPostgres(error) : error);

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw translate(error);
  }
}
