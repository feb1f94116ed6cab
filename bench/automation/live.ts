// What rules cost a node while points arrive [RUL3]: ingest with two rules that look at every point against ingest without any, how
// many transitions a second become durable with their alarms, and how soon an alarm can be seen. Entities in SQLite, everything on the
// disk of the temporary folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RuleDefinition } from "@heliograph/contract";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { SqlAlarmCommentStore } from "../../server/src/adapters/sql/stores/alarm-comment-store.ts";
import { SqlAlarmStore } from "../../server/src/adapters/sql/stores/alarm-store.ts";
import { SqlLiveRuleStore } from "../../server/src/adapters/sql/stores/live-rule-store.ts";
import { SqlRuleStore } from "../../server/src/adapters/sql/stores/rule-store.ts";
import { openTelemetryBlocks, type TelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { AlarmComments, Alarms } from "../../server/src/core/alarms/index.ts";
import { Audit } from "../../server/src/core/audit/index.ts";
import { EventsAfterCommit } from "../../server/src/core/changes/index.ts";
import type { EventBus } from "../../server/src/core/events/index.ts";
import { LiveRules } from "../../server/src/core/rules/index.ts";
import { newId, type RuleId } from "../../server/src/kernel/ids.ts";
import { epochMs, systemClock } from "../../server/src/kernel/time.ts";
import { onlyPoints } from "../../test/support/rules-of-points.ts";
import { type StoredTestDevice, storedDevice } from "../../test/support/stored-device.ts";

const devicesAtOnce = 100;
const kept = 10_000;
const warmUp = 10;

const limits = {
  perTenant: 100_000,
  openPerDevice: 100,
  detailsBytes: 16_384,
  commentsPerAlarm: 10,
  windowsPerTenant: 10,
  retentionMs: 1e9,
};

const ruleFor = (devices: readonly StoredTestDevice[], limit: number, alarmType: string): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: devices.map(({ id }) => id) },
  inputs: [{ kind: "TELEMETRY", name: "t", key: "t" }],
  steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: limit } }],
  alarmType,
  actions: [],
});

interface Place {
  readonly database: Database;
  readonly devices: readonly StoredTestDevice[];
  readonly points: TelemetryBlocks;
  readonly rules: LiveRules;
  readonly events: EventBus;
}

function alarmsOn(database: Database, events: EventBus): Alarms {
  const transactions = new SqlTransactions(database);
  const shared = { transactions, events, clock: systemClock };
  const store = new SqlAlarmStore(database);
  const comments = new AlarmComments(
    { ...shared, audit: new Audit({} as never), store: new SqlAlarmCommentStore(database), alarms: store },
    limits.commentsPerAlarm,
  );
  return new Alarms({ ...shared, store, comments }, limits);
}

/** One rule for each device, as a tenant is one for each. */
async function addRules({ database, devices }: Place, limit: number, name: string): Promise<void> {
  const book = new SqlRuleStore(database);
  for (const { tenantId, ...device } of devices) {
    const definition = ruleFor([{ tenantId, ...device }], limit, name);
    const times = { createdTime: systemClock(), updatedTime: systemClock() };
    const head = { id: newId<RuleId>(), tenantId, name, description: null, version: 1, mode: "LIVE" as const };
    await book.insert({ ...head, ...times, definition }, 0);
  }
}

/** These rules raise alarms and do nothing else. */
const noActions = {
  actions: { add: async () => [], wake: () => undefined },
  hops: { take: () => 0, restore: async () => undefined },
};

async function within<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-rules-"));
  const database = await openSqlite(join(folder, "heliograph.db"));
  await migrate(database);
  const devices: StoredTestDevice[] = [];
  for (let at = 0; at < devicesAtOnce; at++) devices.push(await storedDevice(database));
  const points = await openTelemetryBlocks({ folder, readers: 1 });
  const store = new SqlLiveRuleStore(database, kept);
  const events = new EventsAfterCommit(new LocalBus(console.error), new SqlTransactions(database));
  const parts = {
    store,
    log: points,
    points,
    alarms: alarmsOn(database, events),
    clock: systemClock,
    ...noActions,
    ...onlyPoints(database),
  };
  const onFailure = (error: unknown) => console.error(error);
  const rules = new LiveRules({ ...parts, transactions: new SqlTransactions(database), onFailure }, kept);
  await rules.start();
  try {
    return await work({ database, devices, points, rules, events });
  } finally {
    await rules.stop();
    await points.close();
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

type ValueAt = (at: number, device: number) => number;

/** Some points of every device, each device's as one batch; resolves when they are durable. */
async function round({ devices, points }: Place, first: number, perBatch: number, valueAt: ValueAt): Promise<void> {
  const ts = systemClock();
  const batchOf = (device: number) =>
    Array.from({ length: perBatch }, (_, at) => ({
      key: "t",
      ts: epochMs(ts + first + at),
      value: valueAt(first + at, device),
    }));
  await Promise.all(devices.map(({ id }, device) => points.append(id, batchOf(device))));
}

/** Points a second by the clock, and the time of processors, all threads together, that each takes. */
interface Ingest {
  readonly perSecond: number;
  readonly busyNs: number;
}

/** Points a second, until rules are done with them; after some others, so that every device is known. */
async function ingest(place: Place, rounds: number, perBatch: number, valueAt: ValueAt): Promise<Ingest> {
  for (let at = 0; at < warmUp; at++) await round(place, at * perBatch, perBatch, valueAt);
  await place.rules.settled();
  const [begun, busy] = [performance.now(), process.cpuUsage()];
  for (let at = 0; at < rounds; at++) await round(place, (warmUp + at) * perBatch, perBatch, valueAt);
  await place.rules.settled();
  const { user, system } = process.cpuUsage(busy);
  const points = rounds * perBatch * place.devices.length;
  return { perSecond: (points * 1_000) / (performance.now() - begun), busyNs: ((user + system) * 1_000) / points };
}

async function withRules(place: Place, names: readonly string[]): Promise<void> {
  for (const name of names) await addRules(place, 80, name);
  place.rules.changed();
  await place.rules.settled();
}

const calm: ValueAt = (at) => 20 + (at % 7);
const restless: ValueAt = (at) => (at % 2 === 0 ? 90 : 10);

const perBatch = 40;
const without = (): Promise<Ingest> => within((place) => ingest(place, 400, perBatch, calm));
const withTwo = (): Promise<Ingest> =>
  within(async (place) => {
    await withRules(place, ["a", "b"]);
    return ingest(place, 400, perBatch, calm);
  });
const transitions = (): Promise<Ingest> =>
  within(async (place) => {
    await withRules(place, ["a"]);
    return ingest(place, 20, 10, restless);
  });

/** In each round another device begins to fail; it does so for half of the rounds until it is its turn again. */
const inTurn =
  (at: number): ValueAt =>
  (_, device) =>
    (at - device + devicesAtOnce * 1_000) % devicesAtOnce < devicesAtOnce / 2 ? 90 : 20;

/** How long after a point was sent its alarm can be seen, while points of all devices arrive at a rate: in ms, in order. */
const delays = (pointsPerSecond: number): Promise<readonly number[]> =>
  within(async (place) => {
    await withRules(place, ["a", "b"]);
    const sentAt = new Map<string, number>();
    const found: number[] = [];
    place.events.subscribe("alarm-changed", ({ deviceId, isOpen }) => {
      const sent = sentAt.get(deviceId);
      if (!isOpen || sent === undefined) return;
      found.push(performance.now() - sent);
      sentAt.delete(deviceId);
    });
    const everyMs = (place.devices.length * perBatch * 1_000) / pointsPerSecond;
    const under: Promise<void>[] = [];
    for (let at = 0, next = performance.now(); at < 300; at++, next += everyMs) {
      await sleep(Math.max(0, next - performance.now()));
      sentAt.set(place.devices[at % devicesAtOnce]?.id ?? "", performance.now());
      under.push(round(place, at * perBatch, perBatch, inTurn(at)));
    }
    await Promise.all(under);
    await place.rules.settled();
    return found.toSorted((a, b) => a - b);
  });

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
const written = (value: number): string => Math.round(value).toLocaleString("en");

const median = (values: readonly number[]): number =>
  share(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Tells what it measured. In turn, as others may work on this machine: the ratio is that of neighbours. */
export async function measureLive(tell: (line: string) => void): Promise<void> {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < 7; pair++) pairs.push({ bare: await without(), two: await withTwo() });
  for (const { bare, two } of pairs) {
    tell(`ingest without rules: ${toldOf(bare)}; with two that look at every point: ${toldOf(two)}`);
  }
  const [byClock, byProcessor] = [pairs.map(clockRatio), pairs.map(processorRatio)];
  tell(`  of without, by the clock: ${median(byClock).toFixed(2)} (${listed(byClock)})`);
  tell(`  of without, by the time of processors: ${median(byProcessor).toFixed(2)} (${listed(byProcessor)})`);
  tell(`durable transitions, each with its alarm: ${written((await transitions()).perSecond)}/s`);
  const rate = median(pairs.map(({ two }) => two.perSecond)) / 2;
  const found = await delays(rate);
  tell(
    `alarm seen after its point was sent, at ${written(rate)} points/s with two rules each, ${found.length} alarms:`,
  );
  tell(`  p50 ${written(share(found, 0.5))} ms, p99 ${written(share(found, 0.99))} ms`);
}

type Pair = { readonly bare: Ingest; readonly two: Ingest };
const clockRatio = ({ bare, two }: Pair): number => two.perSecond / bare.perSecond;
const processorRatio = ({ bare, two }: Pair): number => bare.busyNs / two.busyNs;
const listed = (ratios: readonly number[]): string => ratios.map((ratio) => ratio.toFixed(2)).join(", ");
const toldOf = ({ perSecond, busyNs }: Ingest): string => `${written(perSecond)} points/s, ${written(busyNs)} ns each`;
