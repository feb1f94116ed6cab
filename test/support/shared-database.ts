import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { writeWithNext } from "../../server/src/adapters/sql/with-next.ts";

export interface OpenDatabase extends AsyncDisposable {
  readonly database: Database;
}

/** Of a busy machine with a database in which somebody waits for ever. */
const patienceMs = 30_000;

/**
 * One migrated database for the tests of a suite and of the suites after it, one after the other; whoever opens it finds
 * it empty. Making and migrating one per test cost more than all the tests on it, one per suite as much as most suites.
 */
export class SharedDatabase {
  readonly #make: () => Promise<OpenDatabase>;
  #made: OpenDatabase | undefined;
  #tables: readonly string[] = [];

  constructor(make: () => Promise<OpenDatabase>) {
    this.#make = make;
  }

  /** A suite begins: one that the suite before has left locked or broken is of no use to it. */
  async begin(): Promise<void> {
    if (this.#made === undefined || (await this.#canBeEmptied(this.#made))) return;
    void this.close().catch(() => undefined); // whether or not it can still end
    this.#made = undefined;
  }

  async open(): Promise<OpenDatabase> {
    const { database } = this.#made ?? (await this.#begin());
    await empty[database.kind](database, this.#tables);
    return { database, [Symbol.asyncDispose]: async () => undefined };
  }

  async close(): Promise<void> {
    await this.#made?.[Symbol.asyncDispose]();
  }

  async #canBeEmptied({ database }: OpenDatabase): Promise<boolean> {
    const emptied = empty[database.kind](database, this.#tables).then(
      () => true,
      () => false,
    );
    return Promise.race([emptied, setTimeout(patienceMs, false, { ref: false })]);
  }

  async #begin(): Promise<OpenDatabase> {
    const made = await this.#make();
    this.#made = made;
    await migrate(made.database);
    const tables = await made.database.write.introspection.getTables();
    this.#tables = tables.map(({ name }) => name).filter((name) => !name.startsWith("migration"));
    await prepareEmptying(made.database, this.#tables);
    return made;
  }
}

/** In whatever order: who points to whom is looked at again when all of them are empty. */
const empty = {
  /** All of them in one message to its thread. */
  sqlite: async ({ write }: Database, tables: readonly string[]) => {
    await write.transaction().execute(async (transaction) => {
      await sql`pragma defer_foreign_keys = on`.execute(transaction);
      for (const table of tables) await transaction.executeQuery(writeWithNext(`delete from "${table}"`, []));
    });
  },
  /** All of them in one statement, which each connection plans once: that and eighty answers cost more than the work. */
  postgres: async ({ write }: Database) => {
    await sql`select empty_every_table()`.execute(write);
  },
};

/** Who points to whom is not looked at on the way. */
async function prepareEmptying({ kind, write }: Database, tables: readonly string[]): Promise<void> {
  if (kind === "sqlite") return;
  const deletions = tables.map((table) => `delete from "${table}";`).join(" ");
  const steps = `perform set_config('session_replication_role', 'replica', true); ${deletions}`;
  await sql
    .raw(`create function empty_every_table() returns void language plpgsql as $$ begin ${steps} end $$`)
    .execute(write);
}
