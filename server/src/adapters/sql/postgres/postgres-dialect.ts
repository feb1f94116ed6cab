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
import { faultAtFence } from "./member-fence.ts";

/** Kysely's PostgreSQL dialect, its errors told in the words the stores understand. */
export class PostgresDialectWithSqlErrors extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #fence: string | undefined;

  /** `fence` is a statement that fails where this node must not write any more. */
  constructor(config: PostgresDialectConfig, fence?: string) {
    super(config);
    this.#config = config;
    this.#fence = fence;
  }

  override createDriver(): Driver {
    return new TranslatingDriver(new PostgresDriver(this.#config), this.#fence);
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
  readonly #fence: string | undefined;

  constructor(inner: PostgresDriver, fence: string | undefined) {
    this.#inner = inner;
    this.#fence = fence;
  }

  init(): Promise<void> {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await translated(this.#inner.acquireConnection());
    return new TranslatingConnection(connection as PostgresConnection, this.#fence);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (this.#fence === undefined || settings.accessMode === "read only")
      await translated(this.#inner.beginTransaction(innerOf(connection), settings));
    else await theirs(connection).beginFenced(this.#fence, settings.isolationLevel);
    theirs(connection).isInTransaction = true;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    theirs(connection).isInTransaction = false;
    if (!(await theirs(connection).commitWithDeferred()))
      await translated(this.#inner.commitTransaction(innerOf(connection)));
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    theirs(connection).isInTransaction = false;
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
  readonly #fence: string | undefined;
  #deferred: DeferredQuery[] = [];
  isInTransaction = false;

  constructor(inner: PostgresConnection, fence: string | undefined) {
    this.inner = inner;
    this.#fence = fence;
  }

  /** One message, one wait for the server. */
  async beginFenced(fence: string, isolation?: string): Promise<void> {
    const level = isolation === undefined ? "" : ` isolation level ${isolation}`;
    try {
      await this.#run(`start transaction${level}; ${fence}`);
    } catch (error) {
      await this.#run("rollback").catch(() => undefined); // the error tells more
      throw faultAtFence(error) ?? translate(error);
    }
  }

  /** A statement that is a transaction of its own has the fence before it as any other. */
  async #fenced<R>(query: CompiledQuery, fence: string): Promise<QueryResult<R>> {
    await this.beginFenced(fence);
    try {
      const result = await translated(this.inner.executeQuery<R>(query));
      await translated(this.#run("commit"));
      return result;
    } catch (error) {
      await this.#run("rollback").catch(() => undefined);
      throw error;
    }
  }

  #run(text: string): Promise<unknown> {
    return this.inner.executeQuery(CompiledQuery.raw(text));
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isDeferred(query) && query.deferral.kind === "write") {
      this.#deferred.push(query);
      return { rows: [] };
    }
    await this.#runDeferred();
    if (this.#fence !== undefined && !this.isInTransaction && !isRead(query)) return this.#fenced(query, this.#fence);
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

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === "SelectQueryNode" || (query.kind === "RawNode" && /^\s*(select|show)\b/i.test(sql));

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
