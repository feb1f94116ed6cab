import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlJobChangeStore } from "../../server/src/adapters/sql/stores/job-change-store.ts";
import { SqlJobStore } from "../../server/src/adapters/sql/stores/job-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { type Job, type JobKind, type JobLane, JobRunner } from "../../server/src/core/jobs/index.ts";
import { diskFaultOf } from "../../server/src/kernel/disk-fault.ts";
import { AppError } from "../../server/src/kernel/errors.ts";
import {
  type AuthorityId,
  type DeviceId,
  type JobId,
  newId,
  type TenantId,
  type UserId,
} from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

const quick: JobLane = { kinds: ["MOVE_DEVICES", "SEND_COMMAND"], oneOf: "all" };
const everybody = { userId: undefined };

onEveryDatabase("Jobs", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const [tenants, store] = [new SqlTenantStore(database), new SqlJobStore(database)];
    const newTenant = async () => {
      const tenant = { id: newId<TenantId>(), name: randomUUID(), createdTime: epochMs(1) };
      await tenants.create(tenant);
      return tenant.id;
    };
    const tenantId = await newTenant();
    const transactions = new SqlTransactions(database);
    const changes = new SqlJobChangeStore(database);
    return { store, changes, tenants, tenantId, newTenant, transactions, [Symbol.asyncDispose]: dispose };
  }

  const jobOf = (tenantId: TenantId, fields: Partial<Job> = {}): Job => ({
    ...{ id: newId<JobId>(), tenantId, kind: "MOVE_DEVICES", state: "QUEUED", input: { choice: { deviceIds: [] } } },
    maker: {
      ...{ userId: newId<UserId>(), username: "ada", authorityId: newId<AuthorityId>() },
      ...{ key: { id: newId(), name: "nightly" }, visitId: null, address: "192.0.2.1" },
    },
    ...{ createdTime: epochMs(10), startedTime: null, finishedTime: null, error: null, refusal: null },
    ...{ position: null, total: null, processed: 0, changed: 0, failed: 0, failures: [] },
    ...{ isUndoable: false, undoneBy: null },
    ...fields,
  });
  const leaseAt = (now: number, owner: string, span = 100) => ({
    owner,
    now: epochMs(now),
    until: epochMs(now + span),
  });

  test("[PRJ1] a job is found as it was stored, by its maker and by who sees all, newest first", async () => {
    await using given = await arrange();
    const { store, tenantId, newTenant } = given;
    const [first, second] = [jobOf(tenantId), jobOf(tenantId, { createdTime: epochMs(20) })];

    expect(await store.create(first, 5)).toBe(true);
    expect(await store.create(second, 5)).toBe(true);

    expect(await store.find({ tenantId, ...everybody }, first.id)).toEqual(first);
    expect(await store.find({ tenantId, userId: first.maker.userId }, first.id)).toEqual(first);
    expect(await store.find({ tenantId, userId: second.maker.userId }, first.id)).toBeUndefined();
    expect(await store.find({ tenantId: await newTenant(), ...everybody }, first.id)).toBeUndefined();
    const page = await store.page({ tenantId, ...everybody }, { page: 0, limit: 10 });
    expect(page.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    await store.cancel({ tenantId, ...everybody }, second.id, epochMs(30));
    const open = await store.page({ tenantId, ...everybody, isOpen: true }, { page: 0, limit: 10 });
    expect([open.totalElements, open.data[0]?.id]).toEqual([1, first.id]);
  });

  test("[TEL3] its input names what it named, whatever others named in its place", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    JSON.parse('{"scope":"SHARED_SCOPE","values":{"site":"x","5\\\\":1}}');
    const job = jobOf(tenantId, { input: { scope: "SHARED_SCOPE", values: { site: "y", '5"': 7 } } });

    await store.create(job, 5);

    expect(await store.find({ tenantId, ...everybody }, job.id)).toEqual(job);
  });

  test("[PRJ1] a tenant has so many open ones and no more, also when they are made at once", async () => {
    await using given = await arrange();
    const { store, tenantId, newTenant } = given;

    const made = await Promise.all(Array.from({ length: 4 }, () => store.create(jobOf(tenantId), 2)));

    expect(made.filter(Boolean)).toHaveLength(2);
    expect(await store.create(jobOf(await newTenant()), 2)).toBe(true);
  });

  test("[PRJ1] one node has a job, until it was not heard of; of one tenant one job is done at a time", async () => {
    await using given = await arrange();
    const { store, tenantId, newTenant } = given;
    const [one, later] = [jobOf(tenantId), jobOf(tenantId, { createdTime: epochMs(11) })];
    const other = jobOf(await newTenant(), { createdTime: epochMs(12) });
    for (const job of [later, one, other]) await store.create(job, 5);
    const [ours, theirs] = [randomUUID(), randomUUID()];

    expect(await store.claim(leaseAt(100, ours), quick)).toMatchObject({
      id: one.id,
      state: "RUNNING",
      startedTime: 100,
    });
    expect((await store.claim(leaseAt(110, theirs), quick))?.id).toBe(other.id);
    expect(await store.claim(leaseAt(120, theirs), quick)).toBeUndefined();
    expect(await store.hold(one.id, leaseAt(120, theirs))).toBeUndefined();
    expect((await store.hold(one.id, leaseAt(150, ours)))?.id).toBe(one.id);

    const taken = await store.claim(leaseAt(260, theirs), quick);
    expect(taken).toMatchObject({ id: one.id, startedTime: 100 });
    expect(await store.hold(one.id, leaseAt(261, ours))).toBeUndefined();
    await store.finish(one.id, ours, {
      state: "FAILED",
      why: new AppError("NO", "conflict", "not ours"),
      time: epochMs(262),
    });
    expect(await store.find({ tenantId, ...everybody }, one.id)).toMatchObject({ state: "RUNNING" });
    await store.release(one.id, theirs);
    expect((await store.claim(leaseAt(263, ours), quick))?.id).toBe(one.id);
    expect((await store.claim(leaseAt(-60_000, theirs), quick))?.id).toBe(one.id); // the clock was wrong [RUN12]
  });

  test("[PRJ1] a cancelled job is nobody's any more; one that is over stays over, and goes after a while", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    const [job, owner, all] = [jobOf(tenantId), randomUUID(), { tenantId, ...everybody }];
    await store.create(job, 5);
    await store.claim(leaseAt(100, owner), quick);

    expect(await store.cancel({ tenantId, userId: newId() }, job.id, epochMs(101))).toBeUndefined();
    expect(await store.cancel(all, job.id, epochMs(102))).toMatchObject({ state: "CANCELLED", finishedTime: 102 });
    expect(await store.hold(job.id, leaseAt(103, owner))).toBeUndefined();
    expect(await store.cancel(all, job.id, epochMs(104))).toBe("finished");
    expect(await store.claim(leaseAt(999, owner), quick)).toBeUndefined();

    expect(await store.removeFinished(epochMs(102))).toBe(0);
    expect(await store.removeFinished(epochMs(103))).toBe(1);
  });

  /** Counts in a job's own progress; a step is undone with its progress. */
  const counting = (steps: number, hear: (position: number) => void = () => undefined): JobKind => ({
    kind: "MOVE_DEVICES",
    check: async () => undefined,
    step: async ({ job }) => {
      const position = Number(job.position ?? 0) + 1;
      hear(position);
      const failures = [{ id: String(position), name: null, reason: "one each" }];
      return {
        position: String(position),
        isLast: position === steps,
        total: steps,
        processed: 1,
        changed: 1,
        failures,
      };
    },
  });

  const running = (
    given: Awaited<ReturnType<typeof arrange>>,
    kinds: JobKind | readonly JobKind[],
    errors: unknown[] = [],
    more: { readonly pause?: () => Promise<void> } = {},
    leaseMs = 60_000,
    longAtOnce = 1,
  ) => {
    const runner = new JobRunner(
      {
        ...more,
        ...{ store: given.store, transactions: given.transactions, kinds: [kinds].flat() },
        callers: { standingOf: async () => ({}) as never },
        clock: () => epochMs(Date.now()),
        onError: (error) => errors.push(error),
      },
      { atOnce: 2, longAtOnce, leaseMs },
    );
    onTestFinished(() => runner.start().stop()); // the next test has the same database: one left awake would do its jobs
    return runner;
  };

  test("[PRJ1] a job is done step by step, keeps the first failures, and then tells that it is done", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    const job = jobOf(tenantId);
    await store.create(job, 5);
    const runner = running(given, counting(120));

    await runner.look();

    const read = () => store.find({ tenantId, ...everybody }, job.id);
    await expect.poll(async () => (await read())?.state).toBe("DONE");
    expect(await read()).toMatchObject({ total: 120, processed: 120, changed: 120, failed: 120 });
    expect((await read())?.failures).toHaveLength(100);
  });

  test("[PRJ1] what is refused ends the job in words; what only fails now is tried again where it was", async () => {
    await using given = await arrange();
    const { store, tenantId, newTenant } = given;
    const [refused, shaky] = [jobOf(tenantId), jobOf(await newTenant())];
    for (const job of [refused, shaky]) await store.create(job, 5);
    let troubles = 0;
    const kind = counting(3);
    const runner = running(given, {
      ...kind,
      step: async (step) => {
        if (step.job.id === refused.id)
          throw new AppError("NO", "forbidden", "You may not", { params: { name: "ü & 1" } });
        const outcome = await kind.step(step);
        if (outcome.position === "2" && troubles++ === 0) throw new AppError("BUSY", "busy", "Not now");
        return outcome;
      },
    });

    await runner.look();

    const read = ({ id, tenantId: tenant }: Job) => store.find({ tenantId: tenant, ...everybody }, id);
    await expect.poll(async () => (await read(refused))?.state).toBe("FAILED");
    expect(await read(refused)).toMatchObject({ error: "You may not", refusal: "NO?name=%C3%BC+%26+1", processed: 0 });
    await expect.poll(async () => (await read(shaky))?.state).toBe("DONE");
    expect(await read(shaky)).toMatchObject({ processed: 3 });
  });

  test("[RUN11] a job that meets a full disk waits for as long as that takes, and goes on; a bug ends one", async () => {
    await using given = await arrange();
    const { store, tenantId, newTenant } = given;
    const [waits, broken] = [jobOf(tenantId), jobOf(await newTenant())];
    for (const job of [waits, broken]) await store.create(job, 5);
    const [kind, errors, meets] = [counting(3), [] as unknown[], { full: 0, bug: 0 }];
    const step: JobKind["step"] = async (asked) => {
      if (asked.job.id === broken.id) throw new Error(`a bug, met ${++meets.bug} times`);
      const outcome = await kind.step(asked);
      if (outcome.position === "2" && meets.full++ < 50) throw diskFaultOf("ENOSPC");
      return outcome;
    };
    const runner = running(given, { ...kind, step }, errors, { pause: async () => undefined });

    await runner.look();

    const read = ({ id, tenantId: tenant }: Job) => store.find({ tenantId: tenant, ...everybody }, id);
    await expect.poll(async () => (await read(waits))?.state).toBe("DONE");
    expect(await read(waits)).toMatchObject({ processed: 3, error: null });
    await expect.poll(async () => (await read(broken))?.state).toBe("FAILED");
    expect([meets.bug, (await read(broken))?.refusal]).toEqual([10, "JOB_BROKEN"]);
    expect(errors.filter((error) => error instanceof AppError)).toMatchObject([{ code: "DISK_FULL" }]);
  });

  test("[RUN11] a job that waits for room can be cancelled, and does not keep a node from stopping", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    const job = jobOf(tenantId);
    await store.create(job, 5);
    const [met, again] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const step: JobKind["step"] = async () => {
      met.resolve();
      throw diskFaultOf("ENOSPC");
    };
    const runner = running(given, { ...counting(3), step }, [], { pause: () => again.promise });
    const started = runner.start();
    await met.promise;

    expect(await store.cancel({ tenantId, ...everybody }, job.id, epochMs(1))).toMatchObject({ state: "CANCELLED" });
    again.resolve();
    await started.stop();

    expect(await store.find({ tenantId, ...everybody }, job.id)).toMatchObject({ state: "CANCELLED", error: null });
  });

  test("[SCH2] what a step needs is prepared in no transaction, tells how far it is, and is let go of", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    const job = jobOf(tenantId);
    await store.create(job, 5);
    const [seen, going] = [[] as string[], Promise.withResolvers<void>()];
    const kind: JobKind = {
      ...counting(1),
      prepare: async (_, { tell, signal }) => {
        tell({ total: 9, processed: 4 });
        await going.promise;
        seen.push(`prepared ${signal.aborted}`);
        return { release: () => seen.push("released") };
      },
      step: async (step, prepared) => {
        seen.push(`step ${prepared !== undefined}`);
        return counting(1).step(step);
      },
    };
    const runner = running(given, kind, [], {}, 300);
    await runner.look();

    const read = () => store.find({ tenantId, ...everybody }, job.id);
    await expect.poll(read).toMatchObject({ state: "RUNNING", total: 9, processed: 4 });
    await given.newTenant(); // others write meanwhile
    going.resolve();
    await expect.poll(read).toMatchObject({ state: "DONE" });
    await expect.poll(() => seen).toEqual(["prepared false", "step true", "released"]);
  });

  test("[SCH2] a report that takes long holds up the tenant's next report, and neither its commands nor another kind of long work", async () => {
    await using given = await arrange();
    const { store, tenantId, newTenant } = given;
    const report = { kind: "MAKE_REPORT" } as const;
    const [large, next, elsewhere] = [
      jobOf(tenantId, report),
      jobOf(tenantId, { ...report, createdTime: epochMs(11) }),
      jobOf(await newTenant(), report),
    ];
    const [commands, filling] = [jobOf(tenantId), jobOf(tenantId, { kind: "FILL_CALCULATED_CHANNEL" })];
    for (const job of [large, next, elsewhere, commands, filling]) await store.create(job, 5);
    const [ending, begun] = [Promise.withResolvers<void>(), new Set<JobId>()];
    const making: JobKind = {
      ...{ ...counting(1), ...report, isLong: true },
      prepare: async ({ job }) => {
        begun.add(job.id);
        if (job.id === large.id) await ending.promise;
        return { release: () => undefined };
      },
    };
    const fill: JobKind = { ...counting(3), kind: "FILL_CALCULATED_CHANNEL", isLong: true };
    const started = running(given, [counting(3), making, fill], [], {}, 60_000, 2).start();

    const stateOf = async ({ id, tenantId: tenant }: Job) =>
      (await store.find({ tenantId: tenant, ...everybody }, id))?.state;
    for (const job of [commands, filling, elsewhere]) await expect.poll(() => stateOf(job)).toBe("DONE");
    await expect.poll(() => stateOf(large)).toBe("RUNNING"); // of those made at the same time any may be first
    expect([await stateOf(next), begun.has(next.id)]).toEqual(["QUEUED", false]);
    ending.resolve();
    for (const job of [large, next]) await expect.poll(() => stateOf(job)).toBe("DONE");
    await started.stop();
  });

  test("[SCH2] a job that is cancelled while it is prepared stops preparing, and no step follows", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    const job = jobOf(tenantId);
    await store.create(job, 5);
    const [begun, ended, errors] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), [] as unknown[]];
    const kind: JobKind = {
      ...counting(1),
      prepare: async (_, { signal }) => {
        begun.resolve();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        ended.resolve();
        throw signal.reason;
      },
      step: async () => {
        throw new Error("no step");
      },
    };
    const started = running(given, kind, errors, {}, 300).start();
    await begun.promise;
    await store.cancel({ tenantId, ...everybody }, job.id, epochMs(1));
    await ended.promise;
    await started.stop();

    expect(await store.find({ tenantId, ...everybody }, job.id)).toMatchObject({ state: "CANCELLED", error: null });
    expect(errors).toEqual([]);
  });

  test("[PRJ1] a node that stops leaves its job where it was, and another one goes on at once", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    const [job, positions] = [jobOf(tenantId), [] as number[]];
    await store.create(job, 5);
    const third = Promise.withResolvers<void>();
    const first = running(
      given,
      counting(50, (position) => {
        positions.push(position);
        if (position === 3) third.resolve();
      }),
    );
    const working = first.start();
    await first.look();
    await third.promise;

    await working.stop();
    const reached = (await store.find({ tenantId, ...everybody }, job.id))?.processed ?? 0;
    expect(reached).toBeLessThan(50);
    const second = running(
      given,
      counting(50, (position) => positions.push(position)),
    );
    await second.look();

    await expect.poll(async () => (await store.find({ tenantId, ...everybody }, job.id))?.state).toBe("DONE");
    expect(positions).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  test("[PRJ1] a node that stops while it looks for a job leaves it to others at once", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    const job = jobOf(tenantId);
    await store.create(job, 5);
    const [claim, asked] = [store.claim.bind(store), Promise.withResolvers<void>()];
    store.claim = (...of) => asked.promise.then(() => claim(...of));
    const runner = running(given, counting(3));
    const working = runner.start();
    runner.wake();

    const stopped = working.stop();
    await setImmediate();
    asked.resolve();
    await stopped;

    const lease = { owner: randomUUID(), now: epochMs(Date.now()), until: epochMs(Date.now() + 60_000) };
    expect(await claim(lease, { kinds: ["MOVE_DEVICES"], oneOf: "all" })).toMatchObject({ id: job.id });
  });

  test("[issue 17.21] what a job changed is kept with it, in order, the first word of each device; it is undone once", async () => {
    await using given = await arrange();
    const { store, changes, tenantId, newTenant } = given;
    const [job, other] = [jobOf(tenantId, { isUndoable: true }), jobOf(tenantId)];
    for (const one of [job, other]) await store.create(one, 5);
    const ids = Array.from({ length: 3 }, () => newId<DeviceId>()).sort();
    for (const deviceId of ids.toReversed()) await changes.add(job.id, [{ deviceId, before: '{"n":1}' }]);
    await changes.add(job.id, [{ deviceId: ids[0] ?? newId(), before: '{"n":2}' }]);

    expect(await changes.count(job.id)).toBe(3);
    expect(await changes.after(job.id, null, 2)).toEqual(
      ids.slice(0, 2).map((deviceId) => ({ deviceId, before: '{"n":1}' })),
    );
    expect((await changes.after(job.id, ids[1] ?? null, 2)).map(({ deviceId }) => deviceId)).toEqual(ids.slice(2));
    expect(await changes.after(other.id, null, 2)).toEqual([]);
    expect(await changes.markUndone(await newTenant(), job.id, other.id)).toBe(false);
    expect(await changes.markUndone(tenantId, other.id, job.id)).toBe(false); // nothing of it was written down
    expect([
      await changes.markUndone(tenantId, job.id, other.id),
      await changes.markUndone(tenantId, job.id, other.id),
    ]).toEqual([true, false]);
    expect(await store.find({ tenantId, ...everybody }, job.id)).toMatchObject({
      isUndoable: true,
      undoneBy: other.id,
    });
    await store.cancel({ tenantId, ...everybody }, job.id, epochMs(30));
    await store.removeFinished(epochMs(31));
    expect(await changes.count(job.id)).toBe(0);
  });
});
