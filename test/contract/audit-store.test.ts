import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAuditStore } from "../../server/src/adapters/sql/stores/audit-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import type { AuditEntry, AuditQuery } from "../../server/src/core/audit/index.ts";
import { newId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { auditEntry as entry, everyEntry as everything, lab, logger } from "../support/audit-entries.ts";
import { onEveryDatabase } from "../support/databases.ts";

/** Does something when rows were read and nobody has seen them yet. */
function beforeEachChunk(database: Database, act: () => Promise<void>): Database {
  const executor = database.streams.getExecutor();
  const stream: typeof executor.stream = async function* (...query) {
    for await (const chunk of executor.stream(...query)) {
      await act();
      yield chunk as never;
    }
  };
  const streams = instead(database.streams, "getExecutor", () => instead(executor, "stream", stream));
  return instead(database, "streams", streams);
}

const instead = <T extends object, K extends keyof T>(whole: T, name: K, part: T[K]): T =>
  new Proxy(whole, { get: (target, key) => (key === name ? part : Reflect.get(target, key)) });

onEveryDatabase("AuditStore [AUD1]", (open) => {
  async function arrange(entries: readonly AuditEntry[] = []) {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const store = new SqlAuditStore(database);
    const transactions = new SqlTransactions(database);
    for (const one of entries) await store.append(one);
    const times = async (query: Partial<AuditQuery> = {}, page = { page: 0, limit: 100 }) =>
      (await store.page({ ...everything, ...query }, page)).data.map(({ createdTime }) => Number(createdTime));
    const verify = async () => {
      const found = [];
      for (const chain of await store.chains()) found.push(await store.verify(chain));
      return found;
    };
    return { database, store, transactions, times, verify, [Symbol.asyncDispose]: dispose };
  }

  test("[AUD1] an entry comes back as it was written", async () => {
    const one = entry(5, { failure: "no", count: 7, userId: null, address: null });
    await using at = await arrange([one]);
    expect((await at.store.page(everything, { page: 0, limit: 1 })).data).toEqual([one]);
  });

  test("[AUD1] pages by time, newest or oldest first, with exact totals", async () => {
    await using at = await arrange([10, 20, 30, 40, 50].map((time) => entry(time)));
    expect(await at.times()).toEqual([50, 40, 30, 20, 10]);
    expect(await at.times({}, { page: 1, limit: 2 })).toEqual([30, 20]);
    expect(await at.times({ descending: false }, { page: 1, limit: 2 })).toEqual([30, 40]);
    expect(await at.times({ startTime: epochMs(20), endTime: epochMs(50) })).toEqual([40, 30, 20]);
    expect(await at.times({ startTime: epochMs(51) })).toEqual([]);
    expect(await at.times({ endTime: epochMs(10) })).toEqual([]);
    const page = await at.store.page({ ...everything, startTime: epochMs(15) }, { page: 3, limit: 1 });
    expect(page).toMatchObject({ totalElements: 4, totalPages: 4, hasNext: false, data: [{ createdTime: 20 }] });
    expect((await at.store.page(everything, { page: 9, limit: 2 })).data).toEqual([]);
  });

  test("[AUD1] filters by user, entity, kind of entity, action and text; another tenant's entries are not there", async () => {
    const other = newId<UserId>();
    await using at = await arrange([
      entry(1),
      entry(2, { userId: other, userName: "bert" }),
      entry(3, { entity: { type: "USER", id: newId(), name: "Straße" } }),
      entry(4, { action: "DELETED" }),
      entry(5, { tenantId: newId<TenantId>() }),
      entry(6, { tenantId: null }),
    ]);
    expect(await at.times()).toEqual([4, 3, 2, 1]);
    expect(await at.times({ userId: other })).toEqual([2]);
    expect(await at.times({ entity: { type: "DEVICE", id: logger } })).toEqual([4, 2, 1]);
    expect(await at.times({ entity: { type: "USER", id: logger } })).toEqual([]);
    expect(await at.times({ actions: ["DELETED", "ADDED"] })).toEqual([4]);
    expect(await at.times({ entityTypes: ["USER", "JOB"] })).toEqual([3]);
    expect(await at.times({ textSearch: "STRASSE" })).toEqual([]);
    expect(await at.times({ textSearch: "sTRAß" })).toEqual([3]);
    expect(await at.times({ textSearch: "änN" })).toEqual([4, 3, 1]);
    expect(await at.times({ tenantId: null })).toEqual([6]);
    const streamed: number[] = [];
    for await (const some of at.store.stream({ ...everything, descending: false }))
      streamed.push(...some.map(({ createdTime }) => Number(createdTime)));
    expect(streamed).toEqual([1, 2, 3, 4]);
  });

  test("[AUD1] entries of a transaction that fails are not there, and the chain is whole", async () => {
    await using at = await arrange([entry(1)]);
    const failing = at.transactions.run(async () => {
      await at.store.append(entry(2));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await at.transactions.run(async () => {
      await at.store.append(entry(3));
      await at.store.append(entry(4));
      await at.store.append(entry(5, { tenantId: null }));
    });
    expect(await at.times()).toEqual([4, 3, 1]);
    expect(await at.verify()).toEqual([undefined, undefined]);
  });

  test("[AUD1] a part that fails leaves no entry, and takes none of those that follow with it", async () => {
    await using at = await arrange();
    const failing = (time: number) =>
      at.transactions
        .run(async () => {
          await at.store.append(entry(time));
          throw new Error("not this one");
        })
        .catch(() => undefined);

    await at.transactions.run(async () => {
      await failing(1);
      await at.store.append(entry(2));
      await failing(3);
      await at.transactions.run(() => at.store.append(entry(4)));
    });

    expect(await at.times({ descending: false })).toEqual([2, 4]);
    expect(await at.verify()).toEqual([undefined]);
  });

  test("[AUD1] many who write at once make one chain, also from two processes", async () => {
    await using at = await arrange();
    const second = new SqlAuditStore(at.database);
    const stores = [at.store, second];
    await Promise.all(Array.from({ length: 40 }, (_, time) => stores[time % 2]?.append(entry(time))));
    expect(await at.times()).toHaveLength(40);
    expect(await at.verify()).toEqual([undefined]);
    expect((await at.store.chains())[0]).toMatchObject({ number: 40, tenantId: lab });
  });

  test("[AUD1] who finds that another process wrote goes on behind that, with one entry or several", async () => {
    await using at = await arrange([entry(1)]);
    const second = new SqlAuditStore(at.database);
    const several = (store: SqlAuditStore, times: readonly number[]) =>
      at.transactions.run(async () => {
        for (const time of times) await store.append(entry(time));
      });

    await several(second, [2, 3]);
    await several(at.store, [4, 5]);
    await second.append(entry(6));
    await at.store.append(entry(7));

    expect(await at.times({ descending: false })).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await at.verify()).toEqual([undefined]);
  });

  test("[AUD1] a change whose entry cannot be stored is not stored", async () => {
    await using at = await arrange([entry(1)]);
    const tenants = new SqlTenantStore(at.database);
    const change = () =>
      at.transactions.run(async () => {
        await tenants.create({ id: lab, name: "lab", createdTime: epochMs(1) });
        await at.store.append(entry(2));
      });

    await sql`alter table audit_waiting rename to audit_elsewhere`.execute(at.database.write);
    await expect(change()).rejects.toThrow("audit_waiting");
    await sql`alter table audit_elsewhere rename to audit_waiting`.execute(at.database.write);

    expect(await tenants.find(lab)).toBeUndefined();
    await change();
    expect(await tenants.find(lab)).toBeDefined();
    expect(await at.times()).toEqual([2, 1]);
    expect(await at.verify()).toEqual([undefined]);
  });

  const tampered = {
    "an entry that was changed": [sql`update audit_entries set user_name = 'nobody' where number = 2`, 2, "changed"],
    "an entry that was removed": [sql`delete from audit_entries where number = 2`, 2, "missing"],
    "the last ones removed": [sql`delete from audit_entries where number > 2`, 3, "missing"],
    "an entry that a search finds by another name": [
      sql`update audit_entries set search_text = 'nobody' where number = 2`,
      2,
      "changed",
    ],
    "entries behind the end": [
      sql`insert into audit_entries select chain, number + 4, ${newId()}, created_time, user_id, user_name, address, via, action,
        entity_type, entity_id, entity_name, data, failure, count, hash, search_text from audit_entries where number = 1`,
      5,
      "beyond the end",
    ],
    "an end that was moved": [sql`update audit_chains set hash = 'x'`, 4, "not the end"],
  } as const;
  for (const [what, [change, number, problem]] of Object.entries(tampered)) {
    test(`[AUD1] verification finds ${what}`, async () => {
      await using at = await arrange([1, 2, 3, 4].map((time) => entry(time)));
      expect(await at.verify()).toEqual([undefined]);
      await change.execute(at.database.write);
      expect(await at.verify()).toEqual([{ number, problem }]);
    });
  }

  test("[AUD1] verification finds entries whose chain is gone", async () => {
    await using at = await arrange([entry(1), entry(2, { tenantId: null })]);
    expect(await at.store.orphans()).toEqual([]);

    await sql`delete from audit_chains where chain = ${lab}`.execute(at.database.write);

    expect(await at.store.orphans()).toEqual([lab]);
  });

  test("[AUD1] entries that are written during a verification are no fault", async () => {
    await using at = await arrange([entry(1), entry(2)]);
    const [chain] = await at.store.chains();
    for (const time of [3, 4]) await at.store.append(entry(time));
    await at.store.seal();

    expect(chain && (await at.store.verify(chain))).toBeUndefined();
    expect(chain && Number(await at.store.oldest(chain))).toBe(1);
  });

  test("[AUD1] entries that are written behind what a verification reads are no fault either", async () => {
    await using at = await arrange([entry(1), entry(2)]);
    const [chain] = await at.store.chains();
    const sealed = async (time: number) => {
      await at.store.append(entry(time));
      await at.store.seal();
    };
    await sealed(3);
    const reader = new SqlAuditStore(beforeEachChunk(at.database, () => sealed(4)));

    expect(chain && (await reader.verify(chain))).toBeUndefined();
    expect(await at.times()).toEqual([4, 3, 2, 1]);
  });

  test("[AUD1] entries that expire before a verification comes to them are no fault", async () => {
    await using at = await arrange([10, 20, 30].map((time) => entry(time)));
    const [chain] = await at.store.chains();
    if (chain) await at.store.expire(chain, epochMs(20), 100);

    expect(chain && (await at.store.verify(chain))).toBeUndefined();
    await sql`delete from audit_entries where number = 2`.execute(at.database.write);
    expect(chain && (await at.store.verify(chain))).toEqual({ number: 2, problem: "missing" });
  });

  test("[AUD1] what expires goes from the oldest on; an anchor keeps the rest verifiable", async () => {
    await using at = await arrange([10, 20, 30, 40].map((time) => entry(time)));
    const chain = async () => (await at.store.chains())[0] as Awaited<ReturnType<typeof at.store.chains>>[number];
    expect(await at.store.expire(await chain(), epochMs(30), 1)).toBe(1);
    expect(await at.store.expire(await chain(), epochMs(30), 100)).toBe(1);
    expect(await at.store.expire(await chain(), epochMs(30), 100)).toBe(0);
    await at.store.append(entry(50));
    expect(await at.times()).toEqual([50, 40, 30]);
    expect(await at.verify()).toEqual([undefined]);
    expect((await at.store.page(everything, { page: 0, limit: 1 })).totalElements).toBe(3);
  });
});
