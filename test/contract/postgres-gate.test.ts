import { sql } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import { describe, expect, test } from "vitest";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { Gate } from "../../server/src/adapters/sql/postgres/gate.ts";
import { openPostgres } from "../../server/src/adapters/sql/postgres/open-postgres.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";

/** A right to the database that ends and comes back as the test says. */
class TestPass {
  isFresh = true;
  comesBack = false;
  async renewed(): Promise<void> {
    this.isFresh = this.comesBack;
  }
}

describe.skipIf(!hasPostgres())("a node on PostgreSQL that stood still", () => {
  async function arrange(more: { readonly abandonedMs?: number } = {}) {
    const pass = new TestPass();
    const url = await createPostgresDatabase();
    const database = await openPostgres({ url, connections: 1, gate: new Gate(pass), ...more });
    await sql`create table written (what text)`.execute(database.write);
    const transactions = new SqlTransactions(database);
    const write = (what: string) => sql`insert into written values (${what})`.execute(database.write);
    return { pass, url, database, transactions, write, [Symbol.asyncDispose]: () => database.close() };
  }

  async function openPool() {
    const inner = new pg.Pool({ connectionString: await createPostgresDatabase() });
    return { inner, [Symbol.asyncDispose]: () => inner.end() };
  }

  const session = async (database: Database) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.write)).rows[0]?.pid;
  const written = async (database: Database) =>
    (await sql<{ what: string }>`select what from written`.execute(database.read)).rows.map(({ what }) => what);

  test("[REL1] what it could not end is rolled back, not committed by the next one on that connection", async () => {
    await using at = await arrange();
    const before = await session(at.database);

    const half = at.transactions.run(async () => {
      await at.write("half");
      at.pass.isFresh = false;
      await at.write("never sent");
    });
    await expect(half).rejects.toMatchObject({ fault: "busy" });
    at.pass.isFresh = true;
    await at.transactions.run(() => at.write("whole"));

    expect(await written(at.database)).toEqual(["whole"]);
    expect(await session(at.database)).not.toBe(before);
  });

  test("[RUN11] asks whether the database is still its own, and goes on where it was", async () => {
    await using at = await arrange();
    at.pass.comesBack = true;

    await at.transactions.run(async () => {
      await at.write("before");
      at.pass.isFresh = false;
      await at.write("after");
    });

    expect(await written(at.database)).toEqual(["before", "after"]);
  });

  test("[REL3] a list over a connection that is gone fails, and waits for nothing", async () => {
    await using pool = await openPool();
    const client = await new Gate().before(pool.inner).connect();
    const gone = Promise.withResolvers<void>();
    client.on("error", () => undefined);
    client.once("end", gone.resolve);
    await expect(client.query("select pg_terminate_backend(pg_backend_pid())")).rejects.toThrow();
    await gone.promise;

    const cursor = client.query(new Cursor("select 1"));

    await expect(cursor.read(1)).rejects.toThrow("Connection terminated");
    await expect(cursor.close()).rejects.toThrow("Connection terminated");
    client.release();
  });

  test("[RUN11] loses the transaction it was in, and its locks, to whoever goes on", async () => {
    await using at = await arrange({ abandonedMs: 50 });
    await using other = await openPostgres({ url: at.url, connections: 1 }).then((database) => ({
      database,
      [Symbol.asyncDispose]: () => database.close(),
    }));

    const abandoned = at.transactions.run(async () => {
      const pid = await session(at.database);
      await at.write("half");
      const alive = sql`select 1 from pg_stat_activity where pid = ${pid}`;
      await expect.poll(async () => (await alive.execute(other.database.read)).rows.length).toBe(0);
      await at.write("too late");
    });

    await expect(abandoned).rejects.toMatchObject({ fault: "busy" });
    expect(await written(other.database)).toEqual([]);
  });
});
