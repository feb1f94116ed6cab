import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAuditStore } from "../../server/src/adapters/sql/stores/audit-store.ts";
import { SqlCommandStore } from "../../server/src/adapters/sql/stores/command-store.ts";
import { SqlJobStore } from "../../server/src/adapters/sql/stores/job-store.ts";
import { Audit, type AuditQuery } from "../../server/src/core/audit/index.ts";
import { Commands } from "../../server/src/core/commands/index.ts";
import {
  DeviceChooser,
  type Job,
  type JobKind,
  JobRunner,
  runScheduleKind,
  type ScheduleRunInput,
} from "../../server/src/core/jobs/index.ts";
import {
  type AuthorityId,
  type JobId,
  newId,
  type ScheduleId,
  type TenantId,
  type UserId,
} from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { devicesLike, storedDevice } from "../support/stored-device.ts";

/** More than one step of the job. */
const count = 25;
const everyEntryOf = (tenantId: TenantId): AuditQuery => ({
  ...{ tenantId, startTime: undefined, endTime: undefined, userId: undefined, entity: undefined },
  ...{ actions: undefined, entityTypes: undefined, textSearch: undefined, descending: false },
});
const clock = () => epochMs(Date.now());

onEveryDatabase("The run of a schedule", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const [store, transactions] = [new SqlJobStore(database), new SqlTransactions(database)];
    const { id, tenantId } = await storedDevice(database);
    const deviceIds = await devicesLike(database, id, count);
    const input: ScheduleRunInput = {
      ...{ kind: "COMMANDS", scheduleId: newId<ScheduleId>(), name: "night", dueTime: epochMs(10) },
      ...{ choice: { deviceIds }, commands: [{ command: { type: "SCRIPT", text: "date" }, expiresInMs: null }] },
    };
    const job: Job = {
      ...{ id: newId<JobId>(), tenantId, kind: "RUN_SCHEDULE", state: "QUEUED", input, createdTime: epochMs(10) },
      maker: {
        ...{ userId: newId<UserId>(), username: "ada", authorityId: newId<AuthorityId>() },
        ...{ key: null, visitId: null, address: null },
      },
      ...{ startedTime: null, finishedTime: null, error: null, refusal: null, isUndoable: false, undoneBy: null },
      ...{ position: null, total: null, processed: 0, changed: 0, failed: 0, failures: [] },
    };
    await store.create(job, 5);

    /** One that breaks down just after it queued so many commands. */
    const newNode = (breaksAfter: number) => {
      const audit = new Audit({ store: new SqlAuditStore(database), transactions, clock });
      const events = { publish: () => undefined, subscribe: () => () => undefined };
      const commands = new Commands(
        { store: new SqlCommandStore(database), events, audit, clock, transactions },
        { answerTimeoutMs: 1, waitingPerDevice: 10 },
      );
      let queued = 0;
      const queue: Commands["queue"] = async (...of) => {
        const command = await commands.queue(...of);
        if (++queued === breaksAfter) throw new Error("killed");
        return command;
      };
      const broken = Promise.withResolvers<void>();
      const kind = runScheduleKind({
        ...{ chooser: new DeviceChooser({} as never), commands: { queue } },
        devices: { require: async (_, deviceId) => ({ id: deviceId, tenantId, name: randomUUID() }) as never },
        ...{ attributes: {} as never, ingest: {} as never, messages: {} as never },
      });
      const grants = [{ permissions: new Set(["SEND_COMMANDS"]), projects: "all" }];
      const runner = new JobRunner(
        {
          ...{ store, transactions, clock, kinds: [kind as JobKind<never> as JobKind] },
          callers: { standingOf: async () => ({ tenantId, grants }) as never },
          onError: () => broken.resolve(),
          pause: async (_, stopping) => void (stopping.aborted || (await once(stopping, "abort"))), // it does nothing more
        },
        { atOnce: 1, longAtOnce: 1, leaseMs: 60_000 },
      );
      const started = runner.start();
      runner.wake();
      onTestFinished(() => started.stop());
      return { started, broken: broken.promise };
    };
    const read = () => store.find({ tenantId, userId: undefined }, job.id);
    return { database, tenantId, deviceIds, newNode, read, [Symbol.asyncDispose]: dispose };
  }

  test("[SCH1, CMD2] that breaks off within any of its steps is gone on with elsewhere: no device has a command twice, and none is left out", async () => {
    await using given = await arrange();
    const { database, tenantId, deviceIds, newNode, read } = given;
    for (const [breaksAfter, stored] of [
      [3, 0],
      [22, 20],
    ] as const) {
      const node = newNode(breaksAfter);
      await node.broken;
      await node.started.stop();
      expect(await read()).toMatchObject({ processed: stored });
    }

    newNode(Number.POSITIVE_INFINITY);

    await expect.poll(async () => (await read())?.state).toBe("DONE");
    expect(await read()).toMatchObject({ total: count, processed: count, changed: count, failed: 0 });
    const queued = await database.read.selectFrom("commands").select("device_id").execute();
    expect(queued.map(({ device_id }) => device_id).toSorted()).toEqual(deviceIds.toSorted());
    const told = await new SqlAuditStore(database).page(everyEntryOf(tenantId), { page: 0, limit: 100 });
    expect(told.data.map(({ entity }) => entity.id).toSorted()).toEqual(deviceIds.toSorted());
  });
});
