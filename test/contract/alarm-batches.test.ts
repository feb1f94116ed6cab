import fc from "fast-check";
import { expect, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAlarmCommentStore } from "../../server/src/adapters/sql/stores/alarm-comment-store.ts";
import { SqlAlarmStore } from "../../server/src/adapters/sql/stores/alarm-store.ts";
import { type AlarmChange, AlarmComments, type AlarmLimits, Alarms } from "../../server/src/core/alarms/index.ts";
import { EventsAfterCommit } from "../../server/src/core/changes/index.ts";
import type { Events } from "../../server/src/core/events/index.ts";
import { AppError } from "../../server/src/kernel/errors.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";
import { type StoredTestDevice, storedDevice } from "../support/stored-device.ts";

/** Few of everything, so that they are reached. */
const limits: AlarmLimits = {
  perTenant: 6,
  openPerDevice: 2,
  detailsBytes: 40,
  commentsPerAlarm: 3,
  windowsPerTenant: 1,
  retentionMs: 1,
};

/** What happens, whoever it happens to. */
const anyChange = fc.record({
  kind: fc.constantFrom("raise" as const, "raise" as const, "clear" as const, "end" as const),
  type: fc.constantFrom("Hot", "Cold", 'Dry "as" \u{1f525}'),
  severity: fc.constantFrom("MAJOR" as const, "MINOR" as const),
  ts: fc.integer({ min: 1, max: 9 }),
  details: fc.constantFrom(undefined, null, { value: 1.5 }, { text: "'quoted' \u0000" }, { text: "x".repeat(50) }),
});
type AnyChange = Omit<typeof anyChange extends fc.Arbitrary<infer Change> ? Change : never, "type"> & { type: string };

function changeOf({ id, tenantId }: StoredTestDevice, { kind, type, severity, ts, details }: AnyChange): AlarmChange {
  const of = { tenantId, originator: { type: "DEVICE", id } as const, type, details };
  if (kind === "raise") return { kind, ...of, severity, startTs: epochMs(ts - 1), endTs: epochMs(ts) };
  return { kind, ...of, ts: epochMs(ts) };
}

onEveryDatabase("Changes of many alarms", (open) => {
  function alarmsOn(database: Database, changed: Partial<AlarmLimits> = {}) {
    const transactions = new SqlTransactions(database);
    const bus = new LocalBus(() => undefined);
    const told: Events["alarm-changed"][] = [];
    bus.subscribe("alarm-changed", (event) => void told.push(event));
    const store = new SqlAlarmStore(database);
    const shared = { transactions, events: new EventsAfterCommit(bus, transactions), clock: () => epochMs(10) };
    const commentStore = new SqlAlarmCommentStore(database);
    const comments = new AlarmComments({ ...shared, audit: noAudit, store: commentStore, alarms: store }, 3);
    return { alarms: new Alarms({ ...shared, store, comments }, { ...limits, ...changed }), told };
  }

  /** Which of the cleared ones of a tenant give way is another question than what becomes of one alarm. */
  const roomy = (database: Database) => alarmsOn(database, { perTenant: 1_000 });

  /** Everything that is stored of a device's alarms, in an order that does not depend on ids. */
  async function storedOf(database: Database, { id }: StoredTestDevice): Promise<readonly string[]> {
    const rows = await database.read.selectFrom("alarms").selectAll().where("originator_id", "=", id).execute();
    const texts: string[] = [];
    for (const { id: alarm, tenant_id, originator_id, device_id, ...row } of rows) {
      const comments = database.read.selectFrom("alarm_comments").select("body").where("alarm_id", "=", alarm);
      texts.push(JSON.stringify([row, (await comments.orderBy("seq").execute()).map(({ body }) => body)]));
    }
    return texts.sort();
  }

  /** One after another; those that are refused by their place. */
  async function alone(alarms: Alarms, changes: readonly AlarmChange[]): Promise<readonly number[]> {
    const refused: number[] = [];
    for (const [at, change] of changes.entries()) {
      try {
        if (change.kind === "raise") await alarms.raise(change);
        else if (change.kind === "clear") await alarms.clear(change);
        else if ((await alarms.changeAll([change])).size > 0) refused.push(at);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push(at);
      }
    }
    return refused;
  }

  test("[ALM1, RUL3] in one go they come to what they come to one after another, refusals and comments, too", async () => {
    await using place = await open();
    const { database } = place;

    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyChange, { maxLength: 12 }), { maxLength: 4 }), async (batches) => {
        const [one, many] = [await storedDevice(database), await storedDevice(database)];
        const [{ alarms: single }, { alarms: batched }] = [roomy(database), roomy(database)];
        for (const batch of batches) {
          const refused = await alone(
            single,
            batch.map((change) => changeOf(one, change)),
          );
          const changes = batch.map((change) => changeOf(many, change));
          const refusals = await batched.changeAll(changes);
          expect(changes.flatMap((change, at) => (refusals.has(change) ? [at] : []))).toEqual(refused);
        }
        expect(await storedOf(database, many)).toEqual(await storedOf(database, one));
      }),
      { numRuns: 8 },
    );
  });

  test("[ALM1] whoever raises at once, in one go or alone, one of a device and a type is not cleared", async () => {
    await using place = await open();
    const devices = [await storedDevice(place.database), await storedDevice(place.database)];
    const { alarms } = alarmsOn(place.database, { openPerDevice: 10, perTenant: 100 });
    const raise = (device: StoredTestDevice, ts: number, type: string) =>
      changeOf(device, { kind: "raise", type, severity: "MAJOR", ts, details: undefined });
    const everything = (ts: number) => devices.flatMap((device) => ["a", "b"].map((type) => raise(device, ts, type)));

    const inOneGo = async (): Promise<readonly unknown[]> => {
      const refusals: unknown[] = [];
      for (let ts = 0; ts < 12; ts += 2) refusals.push(...(await alarms.changeAll(everything(ts))).values());
      return refusals;
    };

    const refusals = await Promise.all([inOneGo(), ...[1, 3, 5, 7, 9, 11].map((ts) => alone(alarms, everything(ts)))]);

    expect(refusals.flat()).toEqual([]);
    for (const { id } of devices) {
      const rows = await place.database.read.selectFrom("alarms").selectAll().where("device_id", "=", id).execute();
      expect(rows.map(({ type, cleared, end_ts }) => [type, cleared, end_ts]).sort()).toEqual([
        ["a", 0, 11],
        ["b", 0, 11],
      ]);
    }
  });

  test("[ALM1] a tenant has so many, also when they come in one go", async () => {
    await using place = await open();
    const device = await storedDevice(place.database);
    const { alarms } = alarmsOn(place.database, { perTenant: 3, openPerDevice: 10 });
    const changes = ["a", "b", "c", "d"].map((type) =>
      changeOf(device, { kind: "raise", type, severity: "MAJOR", ts: 1, details: undefined }),
    );

    const refusals = await alarms.changeAll(changes);

    expect([...refusals.keys()].map((change) => change.type)).toEqual(["d"]);
    expect(await storedOf(place.database, device)).toHaveLength(3);
  });

  test("[ALM1] each alarm is told of once, as it is in the end, and those of a device that is gone are refused", async () => {
    await using place = await open();
    const [here, gone] = [await storedDevice(place.database), await storedDevice(place.database)];
    const { alarms, told } = alarmsOn(place.database);
    await gone.remove();
    const change = (of: StoredTestDevice, kind: "raise" | "clear", ts: number) =>
      changeOf(of, { kind, type: "Hot", severity: "MAJOR", ts, details: undefined });
    const changes = [
      change(here, "raise", 1),
      change(here, "clear", 2),
      change(gone, "raise", 3),
      change(here, "raise", 4),
    ];

    const refusals = await alarms.changeAll(changes);

    expect([...refusals].map(([refused, { code }]) => [changes.indexOf(refused), code])).toEqual([
      [2, "DEVICE_NOT_FOUND"],
    ]);
    expect(told.map(({ deviceId, isOpen }) => [deviceId, isOpen])).toEqual([
      [here.id, false],
      [here.id, true],
    ]);
  });
});
