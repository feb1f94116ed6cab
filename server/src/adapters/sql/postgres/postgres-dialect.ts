import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { errorOfPostgres } from "../sql-error.ts";

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

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return translated(this.#inner.commitTransaction(innerOf(connection)));
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
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

  constructor(inner: PostgresConnection) {
    this.inner = inner;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return translated(this.inner.executeQuery<R>(query));
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    try {
      yield* this.inner.streamQuery<R>(query, chunkSize);
    } catch (error) {
      throw translate(error);
    }
  }
}

function innerOf(connection: DatabaseConnection): PostgresConnection {
  if (!(connection instanceof TranslatingConnection)) throw new Error("a connection of another driver");
  return connection.inner;
}

const translate = (error: unknown): unknown => (error instanceof Error ? errorOfPostgres(error) : error);

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw translate(error);
  }
}
