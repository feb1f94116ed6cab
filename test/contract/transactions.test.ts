import { expect, test } from "vitest";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

const tenant = (name: string) => ({ id: newId<TenantId>(), name, createdTime: epochMs(1) });

onEveryDatabase("Transactions", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const names = async () => (await store.list({ page: 0, limit: 10 })).data.map(({ name }) => name);
    const store = new SqlTenantStore(database);
    return { database, store, names, transactions: new SqlTransactions(database), [Symbol.asyncDispose]: dispose };
  }

  test("what several stores write inside is stored together or not at all", async () => {
    await using at = await arrange();
    const failing = at.transactions.run(async () => {
      await at.store.create(tenant("first"));
      await at.transactions.run(() => at.store.create(tenant("second")));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await at.names()).toEqual([]);

    await at.transactions.run(async () => {
      await at.store.create(tenant("first"));
      await at.store.create(tenant("second"));
    });
    expect(await at.names()).toEqual(["first", "second"]);
  });

  test("reading inside sees what was written inside, others do not see it yet", async () => {
    await using at = await arrange();
    const { promise: written, resolve: tellWritten } = Promise.withResolvers<void>();
    const { promise: looked, resolve: tellLooked } = Promise.withResolvers<void>();
    const inside = at.transactions.run(async () => {
      await at.store.create(tenant("mine"));
      tellWritten();
      await looked;
      return at.names();
    });
    await written;
    expect(await at.names()).toEqual([]);
    tellLooked();
    expect(await inside).toEqual(["mine"]);
  });

  test("what is told after the commit is told once, in order, and never when nothing was stored", async () => {
    await using at = await arrange();
    const told: string[] = [];
    const failing = at.transactions.run(async () => {
      at.transactions.afterCommit(() => told.push("never"));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await at.transactions.run(async () => {
      at.transactions.afterCommit(() => told.push("first"));
      await at.transactions.run(async () => at.transactions.afterCommit(() => told.push("second")));
      expect(told).toEqual([]);
    });
    at.transactions.afterCommit(() => told.push("at once"));
    expect(told).toEqual(["first", "second", "at once"]);
  });

  test("work that goes on after the end finds the database, not a transaction that is over", async () => {
    await using at = await arrange();
    const { promise: over, resolve: tellOver } = Promise.withResolvers<void>();
    let late: Promise<string> = Promise.resolve("");
    await at.transactions.run(async () => {
      late = over.then(() => at.store.create(tenant("late")));
    });
    tellOver();
    expect(await late).toBe("created");
    expect(await at.names()).toEqual(["late"]);
  });
});
