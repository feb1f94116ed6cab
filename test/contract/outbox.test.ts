import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { KeySealer } from "../../server/src/adapters/secrets/key-sealer.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlLeaseStore } from "../../server/src/adapters/sql/stores/lease-store.ts";
import { SqlOutboxStore } from "../../server/src/adapters/sql/stores/outbox-store.ts";
import { SqlTenantMailStore } from "../../server/src/adapters/sql/stores/tenant-mail-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { Lease } from "../../server/src/core/leases/index.ts";
import {
  Courier,
  type CourierLimits,
  type Delivery,
  Outbox,
  type OutboxConsumer,
  type OutboxEntry,
  Undeliverable,
} from "../../server/src/core/outbox/index.ts";
import { newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";

const limits: CourierLimits = {
  ...{ attempts: 3, firstDelayMs: 1_000, longestDelayMs: 60_000 },
  ...{ atOnce: 4, perTenant: 2, together: 1 },
};

onEveryDatabase("The outbox", (open) => {
  async function arrange(
    deliver: OutboxConsumer["deliver"] = async () => undefined,
    deliverAll?: OutboxConsumer["deliverAll"],
  ) {
    const undo = new AsyncDisposableStack();
    const { database } = undo.use(await open());
    const tenants = new SqlTenantStore(database);
    const newTenant = async () => {
      const tenant = { id: newId<TenantId>(), name: randomUUID(), createdTime: epochMs(1) };
      await tenants.create(tenant);
      return tenant.id;
    };
    const time = { now: 1_000_000 };
    const clock = () => epochMs(time.now);
    const [store, transactions] = [new SqlOutboxStore(database), new SqlTransactions(database)];
    const sealer = new KeySealer(randomBytes(32));
    const outbox = new Outbox({ store, transactions, sealer, clock, audit: noAudit }, 5);
    const given = { up: [] as OutboxEntry[], errors: [] as unknown[] };
    const log = {
      failed: () => undefined,
      givenUp: (entry: OutboxEntry) => given.up.push(entry),
      error: (error: unknown) => given.errors.push(error),
      goesOn: () => undefined,
    };
    const consumers = [{ topic: "test", deliver, ...(deliverAll && { deliverAll }) }];
    const courierWith = (changes: Partial<CourierLimits> = {}) => {
      const lease = new Lease(
        { store: new SqlLeaseStore(database), clock, monotonic: () => time.now },
        "outbox",
        10_000,
      );
      const courier = new Courier({ store, lease, sealer, consumers, clock, log }, { ...limits, ...changes });
      undo.defer(() => courier.start().stop()); // the next test has the same database: one left awake would deliver for it
      return courier;
    };
    const add = (tenantId: TenantId | null, key: string, more: object = {}) =>
      outbox.add({ tenantId, topic: "test", key, summary: `about ${key}`, body: { key }, ...more });
    const all = { tenantId: undefined };
    const waiting = async () => (await outbox.list(all, { page: 0, limit: 100 })).data;
    return {
      ...{ database, tenants, newTenant, time, store, transactions, outbox, given, courierWith, add, waiting },
      ...{ tenantId: await newTenant(), [Symbol.asyncDispose]: () => undo.disposeAsync() },
    };
  }

  test("[RUL3] what is added belongs to the transaction it is added in, and is delivered once that is stored", async () => {
    const delivered: Delivery[] = [];
    await using given = await arrange(async (delivery) => void delivered.push(delivery));
    const { transactions, tenantId, add, outbox, courierWith, waiting } = given;
    const courier = courierWith();
    let woken = 0;
    outbox.onAdded(() => woken++);

    const failed = transactions.run(async () => {
      await add(tenantId, "undone");
      throw new Error("the change did not work out");
    });
    await expect(failed).rejects.toThrow("work out");
    expect(woken).toBe(0);
    await transactions.run(() => add(tenantId, "done"));
    await add(tenantId, "done");

    expect(woken).toBe(2);
    expect((await waiting()).map(({ key }) => key)).toEqual(["done"]);
    expect(JSON.stringify(await waiting())).not.toContain('"key":{');
    await courier.look();
    await expect.poll(waiting).toEqual([]);
    expect(delivered).toMatchObject([{ key: "done", tenantId, body: { key: "done" } }]);
  });

  test("[RUL3] what does not arrive is tried again later and later, with the same key, and then given up and shown", async () => {
    const keys: string[] = [];
    await using given = await arrange(async ({ key }) => {
      keys.push(key);
      throw new Error("451 not now");
    });
    const { time, tenantId, add, outbox, courierWith, waiting } = given;
    const courier = courierWith();
    await add(tenantId, "one");
    const nextAfter = async (ms: number, attempts: number) => {
      time.now += ms;
      await courier.look();
      await expect.poll(async () => (await waiting())[0]?.attempts).toBe(attempts);
      return (await waiting())[0]?.nextAttempt;
    };

    expect(await nextAfter(0, 1)).toBe(time.now + 1_000);
    await courier.look();
    expect(keys).toHaveLength(1);
    expect(await nextAfter(1_000, 2)).toBe(time.now + 2_000);
    expect(await nextAfter(2_000, 3)).toBeNull();

    expect(keys).toEqual(["one", "one", "one"]);
    // Told when it is recorded, which is what was waited for.
    await expect.poll(() => given.given.up).toMatchObject([{ key: "one", attempts: 3 }]);
    expect(await waiting()).toMatchObject([{ failure: "451 not now", givenUpTime: time.now }]);
    expect(await outbox.counts()).toEqual({ waiting: 0, givenUp: 1 });
    expect(await outbox.removeGivenUp(1_000)).toBe(0);
    time.now += 2_000;
    expect(await outbox.removeGivenUp(1_000)).toBe(1);
  });

  test("[RUL3] what arrived is told once, however long that cannot be recorded; what failed is not tried again before", async () => {
    const told: string[] = [];
    await using given = await arrange(async ({ key }) => {
      told.push(key);
      if (key === "refused") throw new Error("451 not now");
    });
    const { store, tenantId, add, courierWith, waiting } = given;
    const [delivered, failed] = [store.delivered.bind(store), store.failed.bind(store)];
    let refusals = 0;
    const onceWritable = (write: () => Promise<void>): Promise<void> =>
      refusals++ < 10 ? Promise.reject(new Error("the disk is full")) : write();
    store.delivered = (id) => onceWritable(() => delivered(id));
    store.failed = (...args) => onceWritable(() => failed(...args));
    for (const key of ["arrived", "refused"]) await add(tenantId, key);

    await courierWith({ firstDelayMs: 1, longestDelayMs: 1 }).look();

    await expect
      .poll(async () => (await waiting()).map(({ key, attempts }) => [key, attempts]))
      .toEqual([["refused", 1]]);
    expect(told.toSorted()).toEqual(["arrived", "refused"]);
    expect(given.given.errors).toHaveLength(10);
  });

  test("[RUL3] what can never arrive is given up at once, and can be tried again or removed by its tenant alone", async () => {
    let isRight = false;
    await using given = await arrange(async () => {
      if (!isRight) throw new Undeliverable("550 no such user");
    });
    const { tenantId, newTenant, add, outbox, courierWith, waiting } = given;
    const [courier, other] = [courierWith(), await newTenant()];
    await add(tenantId, "one");
    await add(tenantId, "late", { notAfter: epochMs(1) });
    await courier.look();
    await expect.poll(async () => (await outbox.counts()).givenUp).toBe(2);
    const [late, one] = await waiting();
    if (!one || !late) throw new Error("both are shown");

    expect(late.failure).toBe("it is of no use any more");
    await expect(outbox.tryAgain({ tenantId: other }, one.id)).rejects.toMatchObject({
      code: "OUTBOX_ENTRY_NOT_FOUND",
    });
    await expect(outbox.remove({ tenantId: other }, one.id)).rejects.toMatchObject({ fault: "not-found" });
    isRight = true;
    await outbox.tryAgain({ tenantId }, one.id);
    await outbox.remove({ tenantId }, late.id);
    await courier.look();

    await expect.poll(waiting).toEqual([]);
  });

  test("[RUL3] a tenant whose deliveries hang has few places, and those of others go on", async () => {
    const hanging = Promise.withResolvers<void>();
    const delivered: string[] = [];
    await using given = await arrange(async ({ key }) => {
      if (key.startsWith("slow")) await hanging.promise;
      delivered.push(key);
    });
    const { tenantId, newTenant, add, courierWith, waiting } = given;
    const [courier, other] = [courierWith(), await newTenant()];
    for (const key of ["slow 1", "slow 2", "slow 3", "slow 4", "slow 5"]) await add(tenantId, key);
    for (const key of ["a", "b", "c"]) await add(other, key);
    await add(null, "of the installation");

    await courier.look();

    await expect.poll(() => delivered.toSorted()).toEqual(["a", "b", "c", "of the installation"]);
    hanging.resolve();
    await expect.poll(waiting).toEqual([]);
    expect(delivered).toHaveLength(9);
  });

  test("[RUL3] what goes together is one delivery of a tenant, of so many at most, and those of others do not wait for all of it", async () => {
    const taken: string[] = [];
    await using given = await arrange(undefined, async (deliveries) => {
      taken.push(deliveries.map(({ key }) => key).join(""));
      return deliveries.map(() => undefined);
    });
    const { tenantId, newTenant, add, courierWith, waiting } = given;
    const other = await newTenant();
    for (const key of ["1", "2", "3", "4"]) await add(tenantId, key);
    for (const key of ["a", "b"]) await add(other, key);

    await courierWith({ perTenant: 1, together: 2 }).look();

    await expect.poll(waiting).toEqual([]);
    expect(taken.toSorted()).toEqual(["12", "34", "ab"]);
    expect(taken.indexOf("ab")).toBeLessThan(taken.indexOf("34"));
  });

  test("[RUL3] of those that go together each fails for itself; where none arrived they are told one by one", async () => {
    const alone: string[] = [];
    await using given = await arrange(
      async ({ key }) => {
        alone.push(key);
        if (key === "wrong") throw new Undeliverable("550 no such user");
      },
      async (deliveries) => {
        if (deliveries.some(({ key }) => key === "wrong")) throw new Error("nothing of that");
        return deliveries.map(({ key }) => (key === "later" ? new Error("451 not now") : undefined));
      },
    );
    const { tenantId, newTenant, add, courierWith, waiting } = given;
    const other = await newTenant();
    for (const key of ["x", "wrong", "y"]) await add(tenantId, key);
    for (const key of ["a", "later", "b"]) await add(other, key);
    await add(other, "old", { notAfter: epochMs(1) });

    await courierWith({ together: 10 }).look();

    const left = async () =>
      (await waiting()).map(({ key, failure, nextAttempt }) => [key, failure, nextAttempt !== null]);
    await expect
      .poll(async () => (await left()).toSorted())
      .toEqual([
        ["later", "451 not now", true],
        ["old", "it is of no use any more", false],
        ["wrong", "550 no such user", false],
      ]);
    expect(alone).toEqual(["x", "wrong", "y"]);
  });

  test("[RUL3] a tenant has so many and no more; another one is not concerned, and what is gone has none", async () => {
    await using given = await arrange();
    const { tenantId, newTenant, tenants, add, waiting, outbox } = given;
    for (const key of ["1", "2", "3", "4", "5"]) await add(tenantId, key);

    await expect(add(tenantId, "6")).rejects.toMatchObject({ code: "OUTBOX_FULL" });
    await add(await newTenant(), "7");
    await outbox.withdraw("1");
    await add(tenantId, "8");
    await tenants.remove(tenantId);

    expect((await waiting()).map(({ key }) => key)).toEqual(["7"]);
    await expect(add(tenantId, "9")).rejects.toMatchObject({ fault: "not-found" });
  });

  test("[RUL3] two nodes: one delivers, the other one only after the first was not heard of for a while", async () => {
    const hanging = Promise.withResolvers<void>();
    let count = 0;
    await using given = await arrange(async () => {
      count++;
      await hanging.promise;
    });
    const { time, tenantId, add, courierWith, waiting } = given;
    const [first, second] = [courierWith(), courierWith()];
    await add(tenantId, "one");
    await first.look();

    await second.look();
    expect(count).toBe(1);
    time.now += 10_000; // the first one died
    await second.look();

    expect(count).toBe(2);
    hanging.resolve();
    await expect.poll(waiting).toEqual([]);
  });

  test("[RUN12] a clock that was wrong for a while holds nothing up for longer than the longest delay", async () => {
    const delivered: string[] = [];
    await using given = await arrange(async ({ key }) => void delivered.push(key));
    const { time, tenantId, add, courierWith, waiting } = given;
    time.now = 9_000_000_000;
    const wrong = courierWith();
    await add(tenantId, "planned far ahead");
    await wrong.look(); // holds the lease until far ahead
    await expect.poll(waiting).toEqual([]);
    await add(tenantId, "another");

    time.now = 1_000_000;
    await courierWith().look();

    await expect.poll(() => delivered).toEqual(["planned far ahead", "another"]);
  });

  test("[AUTH7] a tenant's mail server is kept with its sealed password, and goes with the tenant", async () => {
    await using given = await arrange();
    const { database, tenants, tenantId } = given;
    const store = new SqlTenantMailStore(database);
    const server = { host: "smtp.example.org", port: 587, security: "STARTTLS" as const };
    const mail = { ...server, username: "ada", password: "sealed", from: { name: null, address: "ada@example.org" } };

    expect(await store.find(tenantId)).toBeUndefined();
    expect(await store.save(tenantId, mail)).toBe("saved");
    const changed = { ...mail, port: 465, username: null, password: null, from: { ...mail.from, name: "Lab" } };
    expect(await store.save(tenantId, changed)).toBe("saved");
    expect(await store.find(tenantId)).toEqual(changed);
    await tenants.remove(tenantId);

    expect(await store.find(tenantId)).toBeUndefined();
    expect(await store.save(tenantId, mail)).toBe("no-such-tenant");
    expect(await store.remove(tenantId)).toBe(false);
  });
});
