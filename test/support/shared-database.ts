import { sql } from "kysely";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";

export interface OpenDatabase extends AsyncDisposable {
  readonly database: Database;
}

/**
 * One migrated database for the tests of a suite, one after the other; whoever opens it finds it empty. Making and
 * migrating one per test cost more than all the tests on it.
 */
export class SharedDatabase {
  readonly #make: () => Promise<OpenDatabase>;
  #made: OpenDatabase | undefined;
  #tables: readonly string[] = [];

  constructor(make: () => Promise<OpenDatabase>) {
    this.#make = make;
  }

  async open(): Promise<OpenDatabase> {
    const { database } = this.#made ?? (await this.#begin());
    await empty(database, this.#tables);
    return { database, [Symbol.asyncDispose]: async () => undefined };
  }

  async close(): Promise<void> {
    await this.#made?.[Symbol.asyncDispose]();
  }

  async #begin(): Promise<OpenDatabase> {
    const made = await this.#make();
    this.#made = made;
    await migrate(made.database);
    const tables = await made.database.write.introspection.getTables();
    this.#tables = tables.map(({ name }) => name).filter((name) => !name.startsWith("migration"));
    return made;
  }
}

/** In whatever order: who points to whom is looked at again when all of them are empty. */
const withoutOrder = {
  sqlite: sql`pragma defer_foreign_keys = on`,
  postgres: sql`set local session_replication_role = replica`,
};

/** PostgreSQL takes them in one message: eighty answers cost more than the work. */
const deleteAll = {
  sqlite: async (db: Database["write"], tables: readonly string[]) => {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db);
  },
  postgres: async (db: Database["write"], tables: readonly string[]) => {
    await sql.raw(tables.map((table) => `delete from "${table}"`).join(";")).execute(db);
  },
};

async function empty(database: Database, tables: readonly string[]): Promise<void> {
  await database.write.transaction().execute(async (transaction) => {
    await withoutOrder[database.kind].execute(transaction);
    await deleteAll[database.kind](transaction, tables);
  });
}
