import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlJobStore } from "../../server/src/adapters/sql/stores/job-store.ts";
import { SqlScheduleStore } from "../../server/src/adapters/sql/stores/schedule-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import type { Audit } from "../../server/src/core/audit/index.ts";
import { Jobs } from "../../server/src/core/jobs/index.ts";
import { type Schedule, ScheduleClock } from "../../server/src/core/schedules/index.ts";
import { type AuthorityId, newId, type ScheduleId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

const at = (text: string) => epochMs(Date.parse(text));
const all = { page: 0, limit: 100 };
const ten = at("2026-11-16T10:00:00Z");

onEveryDatabase("Schedules", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const [store, jobStore, transactions] = [
      new SqlScheduleStore(database),
      new SqlJobStore(database),
      new SqlTransactions(database),
    ];
    const tenant = { id: newId<TenantId>(), name: randomUUID(), createdTime: epochMs(1) };
    await new SqlTenantStore(database).create(tenant);
    let now = ten;
    const clock = () => now;
    const audit = undefined as unknown as Audit; // what the clock begins is nobody's act
    const jobs = new Jobs({ store: jobStore, kinds: [], transactions, audit, clock }, 5);
    const errors: unknown[] = [];
    const newClock = () =>
      new ScheduleClock(
        { ...{ store, jobs, transactions, clock, monotonic: () => now }, onError: (error) => errors.push(error) },
        { lateAfterMs: 60_000, runsKept: 3 },
      );
    const setNow = (text: string) => {
      now = at(text);
    };
    const jobsOf = async () => (await jobStore.page({ tenantId: tenant.id, userId: undefined }, all)).data;
    const given = { store, jobStore, transactions, tenantId: tenant.id, newClock, setNow, jobsOf, errors };
    return { ...given, [Symbol.asyncDispose]: dispose };
  }

  const scheduleOf = (tenantId: TenantId, fields: Partial<Schedule> = {}): Schedule => ({
    ...{ id: newId<ScheduleId>(), tenantId, name: randomUUID(), description: null, enabled: true, version: 1 },
    ...{ timing: { kind: "CRON", expression: "0 * * * *" }, timeZone: "UTC", missed: "SKIP" },
    work: { kind: "COMMANDS", choice: { filter: {} }, commands: [] },
    maker: {
      ...{ userId: newId<UserId>(), username: "ada", authorityId: newId<AuthorityId>() },
      ...{ key: null, visitId: null, address: "192.0.2.1" },
    },
    ...{ createdTime: epochMs(10), updatedTime: epochMs(10), dueTime: ten },
    ...fields,
  });

  test("[SCH1] a schedule is found as it was saved; a name is one schedule's, and of two changes the second is told", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    const [first, other] = [scheduleOf(tenantId, { name: "Night" }), scheduleOf(tenantId, { name: "NIGHT" })];

    expect(await store.insert(first, 2)).toBe("created");
    expect(await store.insert(other, 2)).toBe("name-taken");
    expect(await store.insert(scheduleOf(tenantId), 1)).toBe("too-many");
    expect(await store.insert(scheduleOf(newId<TenantId>()), 2)).toBe("no-such-tenant");
    const changed = { ...first, description: "pumps", version: 2, dueTime: null };
    expect(await store.update(changed)).toBe("updated");
    expect(await store.update({ ...first, version: 2 })).toBe("changed");

    expect(await store.list(tenantId)).toEqual([changed]);
    expect(await store.find(newId<TenantId>(), first.id)).toBeUndefined();
    expect(await store.due(at("2030-01-01T00:00:00Z"), 10)).toEqual([]);
  });

  test("[SCH1] of all nodes that look at once, one begins a run, and the schedule is due at its next time", async () => {
    await using given = await arrange();
    const { store, tenantId, newClock, jobsOf, errors } = given;
    const schedule = scheduleOf(tenantId);
    await store.insert(schedule, 5);

    await Promise.all([newClock().look(), newClock().look(), newClock().look()]);

    expect(await jobsOf()).toMatchObject([{ kind: "RUN_SCHEDULE", maker: schedule.maker, state: "QUEUED" }]);
    expect(await store.find(tenantId, schedule.id)).toMatchObject({ dueTime: at("2026-11-16T11:00:00Z") });
    expect((await store.runs(schedule.id, all)).data).toMatchObject([{ dueTime: ten, state: "QUEUED" }]);
    expect(errors).toEqual([]);
  });

  test("[RUN6] a node that stops begins no more of what is due, and the next one does", async () => {
    await using given = await arrange();
    const { store, tenantId, newClock, jobsOf } = given;
    for (let i = 0; i < 4; i++) await store.insert(scheduleOf(tenantId), 5);
    const stopping = new AbortController();
    const advance = store.advance.bind(store);
    store.advance = (...of) => {
      stopping.abort(); // while the first one is begun
      return advance(...of);
    };

    await newClock().look(stopping.signal);
    const begun = (await jobsOf()).length;
    await newClock().look();

    expect(begun).toBe(1);
    expect(await jobsOf()).toHaveLength(4);
  });

  test("[SCH1] a run that was begun for a due time is not begun again, even by a clock that was set back", async () => {
    await using given = await arrange();
    const { store, tenantId, newClock, setNow, jobsOf, jobStore } = given;
    const schedule = scheduleOf(tenantId);
    await store.insert(schedule, 5);
    const clock = newClock();
    await clock.look();
    const [job] = await jobsOf();
    await jobStore.cancel({ tenantId, userId: undefined }, job?.id ?? newId(), epochMs(ten + 1));

    setNow("2026-11-16T09:30:00Z");
    await newClock().look();
    expect(await store.find(tenantId, schedule.id)).toMatchObject({ dueTime: ten });
    setNow("2026-11-16T10:00:00Z");
    await newClock().look();

    expect(await jobsOf()).toHaveLength(1);
    expect((await store.runs(schedule.id, all)).data).toMatchObject([{ dueTime: ten, state: "CANCELLED" }]);
    expect(await store.find(tenantId, schedule.id)).toMatchObject({ dueTime: at("2026-11-16T11:00:00Z") });
  });

  test("[SCH1] what fell due while no node ran is noted, or done once", async () => {
    await using given = await arrange();
    const { store, tenantId, newClock, setNow, jobsOf } = given;
    const [skip, once] = [scheduleOf(tenantId), scheduleOf(tenantId, { missed: "ONCE" })];
    for (const one of [skip, once]) await store.insert(one, 5);

    setNow("2026-11-16T13:30:00Z");
    await newClock().look();

    expect((await store.runs(skip.id, all)).data).toMatchObject([
      { state: "MISSED", dueTime: ten, missed: 4, jobId: null },
    ]);
    expect((await store.runs(once.id, all)).data).toMatchObject([{ state: "QUEUED", missed: 4 }]);
    expect(await jobsOf()).toHaveLength(1);
  });

  test("[SCH1] a run beside one that is under way is skipped, and a history keeps its newest runs", async () => {
    await using given = await arrange();
    const { store, tenantId, newClock, setNow, jobsOf } = given;
    const schedule = scheduleOf(tenantId);
    await store.insert(schedule, 5);
    const clock = newClock();
    for (const hour of [10, 11, 12, 13, 14]) {
      setNow(`2026-11-16T${hour}:00:00Z`);
      await clock.look();
    }

    const { data, totalElements } = await store.runs(schedule.id, all);

    expect(totalElements).toBe(4);
    expect(data.map(({ state }) => state)).toEqual(["SKIPPED", "SKIPPED", "SKIPPED", "QUEUED"]); // that one stays
    expect(await jobsOf()).toHaveLength(1);
  });
});
