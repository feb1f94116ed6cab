import { CompiledQuery, sql, type Transaction } from "kysely";
import type { Database } from "../database.ts";
import { appliedOn, takeSteps } from "../migrations/migrate.ts";
import { openSqlite } from "../sqlite/open-sqlite.ts";
import type { Tables } from "../tables.ts";
import { EntityFile, type EntityTable, quoted, type StoredValue } from "./entity-file.ts";

/** Rows fetched at once: an attribute may have 128 KiB, so this many are a few megabytes at worst. */
const rowsPerFetch = 100;

/** The entities of a PostgreSQL that a node is using, as of the moment of `pin`. */
export class PostgresSnapshot implements AsyncDisposable {
  readonly #database: Database;
  #view: View | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns since when, at the earliest, it shows things. */
  async pin(): Promise<number> {
    await this.#end();
    this.#view = await openView(this.#database);
    const { rows } = this.#view;
    const since = performance.now();
    await rows.selectFrom("facts").select("name").limit(1).execute(); // the first read decides what is seen
    return since;
  }

  /** Writes them as the `heliograph.db` of an embedded node, with the same migrations taken. */
  async copyTo(file: string): Promise<void> {
    const view = this.#pinned();
    await makeSchema(file, await appliedOn(view));
    using copy = new EntityFile(file);
    await copy.fill(async () => {
      for (const table of copy.tables()) await copyTable(view, copy, table);
    });
  }

  /** The rows of a table as they were then. */
  rows(table: EntityTable): AsyncGenerator<StoredValue[]> {
    return rowsOf(this.#pinned(), table);
  }

  /** What else is in the same database, as of the same moment. */
  async ask(text: string, values: readonly unknown[] = []): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const query = CompiledQuery.raw(text, [...values]);
    return (await this.#pinned().executeQuery<Record<string, unknown>>(query)).rows;
  }

  #pinned(): Transaction<Tables> {
    if (!this.#view) throw new Error("a snapshot is pinned before it is copied");
    return this.#view.rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  async #end(): Promise<void> {
    const view = this.#view;
    this.#view = undefined;
    await view?.end();
  }
}

interface View {
  readonly rows: Transaction<Tables>;
  /** Never fails: what was read is what counts. */
  end(): Promise<void>;
}

/** A transaction that stays open until it is told to end. */
async function openView(database: Database): Promise<View> {
  const begun = Promise.withResolvers<Transaction<Tables>>();
  const over = Promise.withResolvers<void>();
  const begin = database.streams.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  const held = begin
    .execute(async (rows) => {
      // A server may end what is idle; that points are copied meanwhile is not our being idle.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(rows);
      begun.resolve(rows);
      await over.promise;
    })
    .catch((error: unknown) => begun.reject(error));
  const end = async () => {
    over.resolve();
    await held;
  };
  return { rows: await begun.promise, end };
}

async function makeSchema(file: string, migrations: readonly string[]): Promise<void> {
  const database = await openSqlite(file);
  try {
    await takeSteps(database.write, database.kind, migrations);
  } finally {
    await database.close();
  }
}

async function copyTable(view: Transaction<Tables>, copy: EntityFile, table: EntityTable): Promise<void> {
  const add = copy.adder(table);
  for await (const row of rowsOf(view, table)) add(row);
  if (table.counter !== undefined) copy.setCounter(table, await lastOf(view, table.name, table.counter));
}

/** The rows of a table, in the form in which they travel. */
export async function* rowsOf(view: Transaction<Tables>, table: EntityTable): AsyncGenerator<StoredValue[]> {
  const query = CompiledQuery.raw(`select ${table.columns.map(quoted).join(", ")} from ${quoted(table.name)}`);
  for await (const { rows } of view.getExecutor().stream<Record<string, unknown>>(query, rowsPerFetch)) {
    for (const row of rows) yield table.columns.map((column) => storedValue(row[column], table, column));
  }
}

/** A sequence is of no moment: it may be further than the rows are, never behind them. */
async function lastOf(view: Transaction<Tables>, table: string, column: string): Promise<number> {
  const named = sql<{ name: string }>`select pg_get_serial_sequence(${table}, ${column}) as name`;
  const name = (await named.execute(view)).rows[0]?.name ?? "";
  const query = sql<{
    last: number;
  }>`select case when is_called then last_value else 0 end as last from ${sql.raw(name)}`;
  return (await query.execute(view)).rows[0]?.last ?? 0;
}

function storedValue(value: unknown, table: EntityTable, column: string): StoredValue {
  if (value === null || typeof value === "string" || typeof value === "bigint") return value;
  if (Number.isSafeInteger(value) || value instanceof Uint8Array) return value as number | Uint8Array;
  if (typeof value === "boolean") return value ? 1 : 0;
  throw new Error(`${table.name}.${column} holds what a backup has no form for (${typeof value})`);
}
