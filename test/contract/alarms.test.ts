import { expect, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAlarmCommentStore } from "../../server/src/adapters/sql/stores/alarm-comment-store.ts";
import { SqlAlarmStore } from "../../server/src/adapters/sql/stores/alarm-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import {
  AlarmAssignees,
  AlarmComments,
  AlarmHandling,
  type AlarmLimits,
  type AlarmQuery,
  Alarms,
  Shelving,
} from "../../server/src/core/alarms/index.ts";
import { EventsAfterCommit } from "../../server/src/core/changes/index.ts";
import type { Events } from "../../server/src/core/events/index.ts";
import { wholeTenant } from "../../server/src/core/projects/index.ts";
import { type DeviceId, newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";
import { storedDevice } from "../support/stored-device.ts";

const limits: AlarmLimits = {
  perTenant: 1_000,
  openPerDevice: 100,
  detailsBytes: 200,
  commentsPerAlarm: 3,
  windowsPerTenant: 10,
  retentionMs: 1_000,
};

onEveryDatabase("Alarms", (open) => {
  async function arrange(changed: Partial<AlarmLimits> = {}) {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const device = await storedDevice(database);
    const now = { ms: 10_000 };
    const clock = () => epochMs(now.ms);
    const transactions = new SqlTransactions(database);
    const bus = new LocalBus((error) => {
      throw error;
    });
    const told: Events["alarm-changed"][] = [];
    bus.subscribe("alarm-changed", (event) => void told.push(event));
    const events = new EventsAfterCommit(bus, transactions);
    const store = new SqlAlarmStore(database);
    const shared = { store, transactions, events, clock, audit: noAudit };
    const commentStore = new SqlAlarmCommentStore(database);
    const comments = new AlarmComments({ ...shared, store: commentStore, alarms: store }, limits.commentsPerAlarm);
    const alarms = new Alarms({ ...shared, comments }, { ...limits, ...changed });
    const assignees = new AlarmAssignees(new SqlUserStore(database));
    const devices = { require: async () => ({}) as never };
    const handling = new AlarmHandling({ ...shared, comments, alarms, devices, assignees });
    const shelving = new Shelving({ ...shared, alarms, handling, comments });
    const reach = wholeTenant(device.tenantId);
    const originator = { type: "DEVICE", id: device.id } as const;
    const raise = (ts: number, extra: object = {}) =>
      alarms.raise({
        ...{ tenantId: device.tenantId, originator, type: "Too hot", severity: "MAJOR" },
        endTs: epochMs(ts),
        ...extra,
      });
    const clear = (ts: number, type = "Too hot") =>
      alarms.clear({ tenantId: device.tenantId, originator, type, ts: epochMs(ts) });
    const query: AlarmQuery = {
      ...{ reach, deviceId: undefined, searchStatuses: undefined, status: undefined, isUndone: false },
      ...{
        severities: undefined,
        types: undefined,
        assigneeId: undefined,
        textSearch: undefined,
        startTime: undefined,
        endTime: undefined,
      },
      ...{ sortProperty: "startTs", descending: false },
    };
    const list = async (filter: Partial<AlarmQuery> = {}) =>
      (await alarms.list({ ...query, ...filter }, { page: 0, limit: 100 })).data;
    const world = { database, device, now, transactions, store, commentStore, comments, alarms, handling, shelving };
    return { ...world, told, reach, raise, clear, list, originator, [Symbol.asyncDispose]: dispose };
  }

  test("[ALM1] however many raise it at once, one alarm of a device and a type is not cleared", async () => {
    await using at = await arrange();

    const raised = await Promise.all(Array.from({ length: 40 }, (_, index) => at.raise(1_000 + index)));

    expect(new Set(raised.map(({ alarm }) => alarm.id)).size).toBe(1);
    expect(raised.filter(({ outcome }) => outcome === "raised")).toHaveLength(1);
    expect(await at.list()).toMatchObject([{ type: "Too hot", endTs: 1_039, cleared: false }]);
  });

  test("[ALM1] raising and clearing at once, again and again, never leaves two of them open", async () => {
    await using at = await arrange();
    const ends = Array.from({ length: 60 }, (_, index) => index);

    await Promise.all(ends.map((index) => (index % 3 === 2 ? at.clear(5_000 + index) : at.raise(5_000 + index))));

    const all = await at.list();
    expect(all.filter(({ cleared }) => !cleared).length).toBeLessThanOrEqual(1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test("[DSH4] alarms are found by the devices they are of, and by the time they were active in", async () => {
    await using at = await arrange();
    await at.raise(2_000, { type: "over", startTs: epochMs(1_000) });
    await at.clear(3_000, "over");
    await at.raise(5_000, { type: "open", startTs: epochMs(4_000) });
    const during = async (from: number, to: number, devices?: DeviceId[]) => {
      const filter = { during: { from: epochMs(from), to: epochMs(to) }, amongDevices: devices };
      return (await at.list(filter)).map(({ type }) => type);
    };

    expect(await during(0, 1_000)).toEqual([]);
    expect(await during(0, 1_001)).toEqual(["over"]);
    expect(await during(3_000, 3_500)).toEqual(["over"]);
    expect(await during(20_001, 30_000)).toEqual(["open"]);
    expect(await during(0, 9_000, [newId<DeviceId>(), at.device.id])).toEqual(["over", "open"]);
    expect(await during(0, 9_000, [newId<DeviceId>()])).toEqual([]);
  });

  test("[ALM1] a second raise updates severity, details and end; what comes late changes nothing", async () => {
    await using at = await arrange();
    const first = await at.raise(1_000, { details: { temperature: 80 } });

    const second = await at.raise(2_000, { severity: "CRITICAL", details: { temperature: 95 } });
    const late = await at.raise(1_500, { severity: "WARNING", details: { temperature: 70 } });

    expect([second.outcome, late.outcome]).toEqual(["updated", "late"]);
    const expected = { severity: "CRITICAL", startTs: 1_000, endTs: 2_000, details: { temperature: 95 } };
    expect(await at.list()).toMatchObject([{ id: first.alarm.id, ...expected }]);
    const comments = await at.commentStore.page(first.alarm.id, true, { page: 0, limit: 10 });
    expect(comments.data).toMatchObject([{ kind: "SYSTEM", body: { oldSeverity: "MAJOR", newSeverity: "CRITICAL" } }]);
  });

  test("[ALM1] cleared and raised again it is a new one; clearing twice and clearing late change nothing", async () => {
    await using at = await arrange();
    const { alarm } = await at.raise(2_000);

    expect(await at.clear(1_000)).toBeUndefined();
    expect(await at.clear(3_000)).toMatchObject({ id: alarm.id, cleared: true, clearTs: 3_000, endTs: 2_000 });
    expect(await at.clear(4_000)).toBeUndefined();
    const again = await at.raise(5_000);

    expect(again).toMatchObject({ outcome: "raised", alarm: { startTs: 5_000, cleared: false } });
    expect(await at.list()).toMatchObject([
      { id: alarm.id, cleared: true },
      { id: again.alarm.id, cleared: false },
    ]);
  });

  test("[ALM1] acknowledging and clearing by hand, one or many, is the same twice", async () => {
    await using at = await arrange();
    const { alarm } = await at.raise(1_000);
    const unknown = newId<typeof alarm.id>();

    await at.handling.acknowledge(at.reach, alarm.id);
    at.now.ms = 20_000;
    const twice = await at.handling.acknowledgeMany(at.reach, [unknown, alarm.id]);
    const cleared = await at.handling.clearMany(at.reach, [alarm.id, alarm.id]); // named twice, it is one

    expect(twice).toMatchObject([
      { id: unknown, changed: false, error: `No alarm ${unknown}` },
      { id: alarm.id, changed: false, error: null },
    ]);
    expect(cleared).toEqual([{ id: alarm.id, changed: true, error: null }]);
    expect(await at.list()).toMatchObject([{ ackTs: 10_000, clearTs: 20_000 }]);
  });

  test("[ALM1] it is raised inside the transaction it is called in: both are stored or neither", async () => {
    await using at = await arrange();

    await expect(
      at.transactions.run(async () => {
        await at.raise(1_000);
        throw new Error("the rule failed");
      }),
    ).rejects.toThrow("the rule failed");

    expect([await at.list(), at.told]).toEqual([[], []]);
  });

  test("[ALM1] with its device it goes, and one for no device is refused", async () => {
    await using at = await arrange();
    await at.raise(1_000);

    await at.device.remove();

    expect(await at.list()).toEqual([]);
    await expect(at.raise(2_000)).rejects.toThrow("No device");
    const elsewhere = await storedDevice(at.database);
    await expect(at.raise(1, { originator: { type: "DEVICE", id: elsewhere.id } })).rejects.toThrow("No device");
  });

  test("[ALM1] with its tenant it goes, its comments and shelves, too", async () => {
    await using at = await arrange();
    const { alarm } = await at.raise(1_000);
    await at.shelving.shelve(at.reach, alarm.id, { until: epochMs(20_000), reason: "known" });

    await new SqlTenantStore(at.database).remove(at.device.tenantId);

    for (const table of ["alarms", "alarm_comments", "alarm_shelves"] as const) {
      expect(await at.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test("[ALM1] a tenant has so many: the oldest cleared give way, open ones never", async () => {
    await using at = await arrange({ perTenant: 3 });
    await at.raise(1_000, { type: "a" });
    await at.clear(1_001, "a");
    for (const type of ["b", "c", "d"]) await at.raise(2_000, { type });

    await expect(at.raise(3_000, { type: "e" })).rejects.toThrow("3 alarms that are not cleared");

    expect((await at.list()).map(({ type }) => type).sort()).toEqual(["b", "c", "d"]);
  });

  test("[ALM1] a device has so many that are not cleared, and details have a size", async () => {
    await using at = await arrange({ openPerDevice: 2 });
    for (const type of ["a", "b"]) await at.raise(1_000, { type });

    await expect(at.raise(1_000, { type: "c" })).rejects.toThrow("The device has 2 alarms");
    await expect(at.raise(1_000, { type: "a", details: { text: "x".repeat(200) } })).rejects.toThrow("details");
    expect((await at.raise(1_001, { type: "a" })).outcome).toBe("updated");
  });

  test("[ALM1] cleared ones are kept for a time, open ones for ever", async () => {
    await using at = await arrange();
    await at.raise(1_000, { type: "old" });
    await at.clear(1_500, "old");
    await at.raise(1_000, { type: "open" });
    await at.raise(9_000, { type: "recent" });
    await at.clear(9_500, "recent");

    await at.alarms.removeOld();

    expect((await at.list()).map(({ type }) => type).sort()).toEqual(["open", "recent"]);
  });

  test("[ALM2] lists filter by state, severity, type, text and time, and count what is active", async () => {
    await using at = await arrange();
    const { alarm: a } = await at.raise(1_000, { type: "Alpha", severity: "CRITICAL" });
    at.now.ms = 11_000;
    await at.raise(2_000, { type: "Beta", severity: "WARNING" });
    await at.clear(2_000, "Beta");
    await at.handling.acknowledge(at.reach, a.id);
    const types = async (filter: Partial<AlarmQuery>) => (await at.list(filter)).map(({ type }) => type);

    expect(await types({ searchStatuses: ["ACTIVE"] })).toEqual(["Alpha"]);
    expect(await types({ searchStatuses: ["CLEARED", "UNACK"] })).toEqual(["Beta"]);
    expect(await types({ searchStatuses: ["ACTIVE", "UNACK"] })).toEqual([]);
    expect(await types({ searchStatuses: ["ACTIVE", "CLEARED"] })).toEqual(["Alpha", "Beta"]);
    expect(await types({ status: "CLEARED_UNACK" })).toEqual(["Beta"]);
    expect(await types({ isUndone: true })).toEqual(["Alpha", "Beta"]);
    expect(await types({ severities: ["CRITICAL", "MAJOR"] })).toEqual(["Alpha"]);
    expect(await types({ types: ["Beta"] })).toEqual(["Beta"]);
    expect(await types({ textSearch: "ALPH" })).toEqual(["Alpha"]);
    expect(await types({ textSearch: at.device.id })).toEqual(["Alpha", "Beta"]);
    expect(await types({ startTime: epochMs(10_500) })).toEqual(["Beta"]);
    expect(await types({ assigneeId: null })).toEqual(["Alpha", "Beta"]);
    expect(await types({ reach: { ...at.reach, projects: new Set() } })).toEqual([]);
    expect(await types({ deviceId: newId<DeviceId>() })).toEqual([]);
    for (const sortProperty of ["severity", "status", "ackTs"] as const) {
      expect(await types({ sortProperty, descending: true })).toEqual(["Alpha", "Beta"]);
    }
    for (const sortProperty of ["assignee", "originatorName"] as const) {
      expect((await types({ sortProperty, descending: true })).sort()).toEqual(["Alpha", "Beta"]);
    }
    expect(await at.alarms.counts(at.reach)).toMatchObject({
      bySeverity: { CRITICAL: 1, WARNING: 0 },
      unacknowledged: 1,
    });
    expect((await at.alarms.types(at.reach, "b", false, { page: 0, limit: 10 })).data).toEqual(["Beta"]);
  });

  test("[ALM3] shelved it stays silent for its time, also when it comes back; the end is told once", async () => {
    await using at = await arrange();
    const { alarm } = await at.raise(1_000);
    await at.shelving.shelve(at.reach, alarm.id, { until: epochMs(20_000), reason: "known" });
    await at.clear(2_000);
    await at.raise(3_000);
    expect(await at.list({ searchStatuses: ["ACTIVE"] })).toMatchObject([
      { shelf: { until: 20_000, reason: "known" } },
    ]);

    await at.shelving.sweep();
    expect(await at.list({ searchStatuses: ["ACTIVE"] })).toMatchObject([{ shelf: { until: 20_000 } }]);
    at.now.ms = 20_000;
    at.told.length = 0;
    await at.shelving.sweep();
    await at.shelving.sweep();

    expect(await at.list({ searchStatuses: ["ACTIVE"] })).toMatchObject([{ shelf: null }]);
    expect(at.told).toHaveLength(1);
  });

  test("[ALM3] shelving needs an end ahead and an active alarm, and can be ended by hand", async () => {
    await using at = await arrange();
    const { alarm } = await at.raise(1_000);
    const shelve = (until: number) => at.shelving.shelve(at.reach, alarm.id, { until: epochMs(until), reason: "x" });

    await expect(shelve(9_000)).rejects.toThrow("until");
    await expect(shelve(10_000 + 367 * 24 * 3_600_000)).rejects.toThrow("until");
    expect(await shelve(30_000)).toMatchObject({ shelf: { until: 30_000 } });
    expect(await at.shelving.unshelve(at.reach, alarm.id)).toMatchObject({ shelf: null });
    await at.clear(2_000);
    await expect(shelve(30_000)).rejects.toThrow("cleared");
  });

  test("[ALM2] the system's comments give way to people's, and there are so many of them", async () => {
    await using at = await arrange();
    const { alarm } = await at.raise(1_000);
    for (const severity of ["MINOR", "MAJOR", "MINOR", "MAJOR", "MINOR"]) await at.raise(2_000, { severity });

    const bodies = (await at.commentStore.page(alarm.id, false, { page: 0, limit: 10 })).data;

    expect(bodies).toHaveLength(limits.commentsPerAlarm);
    expect(bodies.at(-1)).toMatchObject({ body: { newSeverity: "MINOR" } });
  });

  test("[ALM4] the history tells what is most frequent, longest and chattering", async () => {
    await using at = await arrange();
    for (const start of [1_000, 2_000, 3_000]) {
      await at.raise(start, { type: "Door" });
      await at.clear(start + 100, "Door");
    }
    await at.raise(1_500, { type: "Battery low" });

    const query = { reach: at.reach, from: epochMs(0), to: epochMs(5_000), limit: 5 };
    const statistics = await at.alarms.statistics(query);

    expect(statistics).toMatchObject({
      total: 4,
      mostFrequent: [
        { type: "Door", count: 3, activeMs: 300 },
        { type: "Battery low", count: 1, activeMs: 8_500 },
      ],
      chattering: [{ type: "Door", count: 3, returns: 2 }],
    });
    expect(statistics.longest[0]).toMatchObject({ type: "Battery low", cleared: false, activeMs: 8_500 });
    expect((await at.alarms.statistics({ ...query, from: epochMs(4_000) })).total).toBe(0);
  });
});
