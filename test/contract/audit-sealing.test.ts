import { sql } from "kysely";
import { expect, test } from "vitest";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAuditStore } from "../../server/src/adapters/sql/stores/audit-store.ts";
import type { AuditQuery } from "../../server/src/core/audit/index.ts";
import { newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { anna, auditEntry as entry, everyEntry as everything, lab } from "../support/audit-entries.ts";
import { onEveryDatabase } from "../support/databases.ts";

onEveryDatabase("sealing of the audit log [AUD1]", (open) => {
  async function arrange(waitingAtMost?: number) {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const store = new SqlAuditStore(database, waitingAtMost);
    const transactions = new SqlTransactions(database);
    const times = async (query: Partial<AuditQuery> = {}, page = { page: 0, limit: 1_000 }) =>
      (await store.page({ ...everything, ...query }, page)).data.map(({ createdTime }) => Number(createdTime));
    const verify = async () => {
      const found = [];
      for (const chain of await store.chains()) found.push(await store.verify(chain));
      return found;
    };
    /** The lab's chain takes no entry as long as another one is where the next belongs. */
    const block = () =>
      sql`insert into audit_entries select chain, number + 1, id, created_time, user_id, user_name, address, via, action,
        entity_type, entity_id, entity_name, data, failure, count, hash, search_text from audit_entries
        where chain = ${lab} order by number desc limit 1`.execute(database.write);
    const unblock = () =>
      sql`delete from audit_entries where number > (select number from audit_chains where chain = ${lab})`.execute(
        database.write,
      );
    const shown = { store, transactions, times, verify, block, unblock };
    return { database, ...shown, [Symbol.asyncDispose]: dispose };
  }

  test("[AUD1] an entry waits with its change, and is in the chain for whoever reads, also after the process was killed", async () => {
    await using at = await arrange();
    await at.store.append(entry(1));
    expect(await at.store.waiting()).toBe(1);
    expect(at.store.mayWait).toBe(true);

    const next = new SqlAuditStore(at.database);
    expect(await next.chains()).toMatchObject([{ tenantId: lab, number: 1 }]);
    expect(await next.waiting()).toBe(0);
    expect(await at.verify()).toEqual([undefined]);
    expect(at.store.mayWait).toBe(false);
  });

  test("[AUD1] many of several chains are sealed in the order of time, however many there are", async () => {
    await using at = await arrange();
    const times = Array.from({ length: 450 }, (_, time) => time);
    await at.transactions.run(async () => {
      for (const time of times) await at.store.append(entry(time, { tenantId: time % 3 === 0 ? null : lab }));
    });
    await Promise.all([900, 800, 700].map((time) => at.store.append(entry(time))));

    await at.store.seal();

    expect(await at.store.waiting()).toBe(0);
    const expected = [...times.filter((time) => time % 3 !== 0), 700, 800, 900];
    expect(await at.times({ descending: false })).toEqual(expected);
    expect(await at.times({ tenantId: null, startTime: epochMs(300) })).toHaveLength(50);
    expect(await at.verify()).toEqual([undefined, undefined]);
  });

  test("[AUD1] two processes that write and seal at once make one chain", async () => {
    await using at = await arrange();
    const stores = [at.store, new SqlAuditStore(at.database)];
    const work = Array.from({ length: 60 }, async (_, time) => {
      const store = stores[time % 2] ?? at.store;
      await store.append(entry(time));
      await store.seal();
    });
    await Promise.all(work);

    expect(await at.store.waiting()).toBe(0);
    expect(new Set(await at.times()).size).toBe(60);
    expect(await at.verify()).toEqual([undefined]);
  });

  test("[AUD1, REL6] what cannot be sealed is shown where it waits; other chains do not wait for it", async () => {
    await using at = await arrange();
    for (const time of [1, 2]) await at.store.append(entry(time));
    expect(await at.times()).toEqual([2, 1]);
    await at.block();
    const others = newId<TenantId>();
    for (const time of [3, 4]) await at.store.append(entry(time));
    await at.store.append(entry(5, { userId: null, userName: "bert", action: "DELETED" }));
    await at.store.append(entry(6, { tenantId: others }));

    await expect(at.store.seal()).rejects.toThrow(lab);

    expect(await at.store.waiting()).toBe(3);
    expect(await at.times({ tenantId: others })).toEqual([6]);
    expect(await at.times({ userId: anna, startTime: epochMs(4) })).toEqual([4]);
    expect(await at.times({ textSearch: "BERT", actions: ["DELETED"], entityTypes: ["DEVICE"] })).toEqual([5]);
    expect(await at.times({ userId: anna }, { page: 0, limit: 3 })).toEqual([4, 3, 2]);

    await at.unblock();
    expect(await at.times()).toEqual([5, 4, 3, 2, 1]);
    expect(await at.store.waiting()).toBe(0);
    expect(await at.verify()).toEqual([undefined, undefined]);
  });

  test("[AUD1] pages go over from what is sealed to what waits, in both directions", async () => {
    await using at = await arrange();
    for (const time of [1, 2, 3]) await at.store.append(entry(time));
    await at.store.seal();
    for (const time of [4, 5]) await at.store.append(entry(time));

    // Inside a transaction nothing is sealed: it would be sealed for that transaction alone.
    await at.transactions.run(async () => {
      const pages = (descending: boolean) =>
        Promise.all([0, 1, 2, 3].map((page) => at.times({ descending }, { page, limit: 2 })));
      expect(await pages(true)).toEqual([[5, 4], [3, 2], [1], []]);
      expect(await pages(false)).toEqual([[1, 2], [3, 4], [5], []]);
      expect((await at.store.page(everything, { page: 0, limit: 2 })).totalElements).toBe(5);
      expect(await at.times({ startTime: epochMs(3), endTime: epochMs(5) })).toEqual([4, 3]);
    });
    for (const descending of [true, false]) {
      const streamed: number[] = [];
      for await (const some of at.store.stream({ ...everything, descending }))
        streamed.push(...some.map(({ createdTime }) => Number(createdTime)));
      expect(streamed).toEqual(descending ? [5, 4, 3, 2, 1] : [1, 2, 3, 4, 5]);
    }
  });

  test("[AUD1] where too many wait a change seals some of them, and is refused when it cannot", async () => {
    await using at = await arrange(3);
    await at.store.append(entry(1));
    await at.store.seal();
    await at.block();
    for (const time of [2, 3, 4]) await at.store.append(entry(time));

    await expect(at.store.append(entry(5))).rejects.toThrow();
    await at.store.append(entry(6, { tenantId: null }));
    await at.unblock();
    await at.store.append(entry(7));

    expect(await at.store.waiting()).toBe(2);
    expect(await at.times()).toEqual([7, 4, 3, 2, 1]);
    expect(await at.verify()).toEqual([undefined, undefined]);
  });

  test("[AUD1] what waits and is no entry is found, and keeps none from being sealed", async () => {
    await using at = await arrange();
    const forged = (change: (values: unknown[]) => void): string => {
      const values: unknown[] = JSON.parse(template);
      change(values);
      return JSON.stringify(values);
    };
    await at.store.append(entry(1));
    const { content: template } = await at.database.read
      .selectFrom("audit_waiting")
      .select("content")
      .executeTakeFirstOrThrow();
    const contents = [
      "nonsense",
      "[]",
      ` ${template}`,
      forged((values) => values.push("more")),
      forged((values) => values.splice(0, 1, "no id")),
      forged((values) => values.splice(2, 1, 1.5)),
      forged((values) => values.splice(4, 1, "\0")),
      forged((values) => values.splice(11, 1, "[]")),
    ];
    for (const content of contents) await at.database.write.insertInto("audit_waiting").values({ content }).execute();
    await at.store.append(entry(2));

    await expect(at.store.seal()).rejects.toThrow(`${contents.length} rows`);

    expect(await at.store.illFormed()).toHaveLength(contents.length);
    expect(await at.times()).toEqual([2, 1]);
    expect(await at.verify()).toEqual([undefined]);
  });

  test("[AUD1] texts come back as they were, whatever they look like to a database", async () => {
    await using at = await arrange();
    const userName = "O'Neil \\'; drop table audit_waiting; -- $1 $$ \u{1F600} ? :a";
    const one = entry(1, { userName, via: `key: ${userName}`, failure: "\\", data: { after: { label: userName } } });
    await at.store.append(one);
    await at.store.append(entry(2, { userName: "a\0b\uD800", entity: { type: "DEVICE", id: "x\0", name: null } }));

    const { data } = await at.store.page({ ...everything, descending: false }, { page: 0, limit: 2 });

    expect(data[0]).toEqual(one);
    expect(data[1]).toMatchObject({ userName: "ab\uFFFD", entity: { id: "x" } });
  });
});
