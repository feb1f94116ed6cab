// What rules cost a node while points arrive [RUL3]: ingest with two rules that look at every point against ingest without any, and how
// many transitions a second become durable with their alarms. Entities in SQLite, everything on the disk of the temporary folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { LiveRules } from "../../server/src/core/rules/index.ts";
import { newId, type RuleId } from "../../server/src/kernel/ids.ts";
import { epochMs, systemClock } from "../../server/src/kernel/time.ts";
import { type StoredTestDevice, storedDevice } from "../../test/support/stored-device.ts";

const devicesAtOnce = 100;
const kept = 10_000;

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
}

function alarmsOn(database: Database): Alarms {
  const transactions = new SqlTransactions(database);
  const shared = { transactions, events: new LocalBus(() => undefined), clock: systemClock };
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

async function within<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-rules-"));
  const database = await openSqlite(join(folder, "heliograph.db"));
  await migrate(database);
  const devices: StoredTestDevice[] = [];
  for (let at = 0; at < devicesAtOnce; at++) devices.push(await storedDevice(database));
  const points = await openTelemetryBlocks({ folder, readers: 1 });
  const store = new SqlLiveRuleStore(database, kept);
  const parts = { store, log: points, points, alarms: alarmsOn(database), clock: systemClock };
  const onFailure = (error: unknown) => console.error(error);
  const rules = new LiveRules({ ...parts, transactions: new SqlTransactions(database), onFailure }, kept);
  await rules.start();
  try {
    return await work({ database, devices, points, rules });
  } finally {
    await rules.stop();
    await points.close();
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

/** Batches of some points of every device, several under way; resolves to points a second once rules are done with them. */
async function ingest(
  { devices, points, rules }: Place,
  rounds: number,
  perBatch: number,
  valueAt: (at: number) => number,
) {
  const begun = performance.now();
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      devices.map(({ id }) => {
        const first = round * perBatch;
        const ts = systemClock();
        const batch = Array.from({ length: perBatch }, (_, at) => ({
          key: "t",
          ts: epochMs(ts + first + at),
          value: valueAt(first + at),
        }));
        return points.append(id, batch);
      }),
    );
  }
  await rules.settled();
  return (rounds * perBatch * devices.length * 1_000) / (performance.now() - begun);
}

const calm = (at: number): number => 20 + (at % 7);
const restless = (at: number): number => (at % 2 === 0 ? 90 : 10);

/** Tells what it measured. */
export async function measureLive(tell: (line: string) => void): Promise<void> {
  const [rounds, perBatch] = [100, 40];
  const without = await within((place) => ingest(place, rounds, perBatch, calm));
  const two = await within(async (place) => {
    for (const name of ["a", "b"]) await addRules(place, 80, name);
    place.rules.changed();
    await place.rules.settled();
    return ingest(place, rounds, perBatch, calm);
  });
  const transitions = await within(async (place) => {
    await addRules(place, 80, "a");
    place.rules.changed();
    await place.rules.settled();
    return ingest(place, 20, 1, restless);
  });
  const round = (value: number): string => Math.round(value).toLocaleString("en");
  tell(`ingest without rules: ${round(without)} points/s; with two that look at every point: ${round(two)} points/s`);
  tell(`  ${(two / without).toFixed(2)} of without`);
  tell(`durable transitions, each with its alarm: ${round(transitions)}/s`);
}
