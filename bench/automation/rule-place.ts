// A place in which rules run on points: entities in SQLite, everything on the disk of the temporary folder.
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
import { EventsAfterCommit } from "../../server/src/core/changes/index.ts";
import type { EventBus } from "../../server/src/core/events/index.ts";
import { LiveRules } from "../../server/src/core/rules/index.ts";
import { newId, type RuleId, type TenantId } from "../../server/src/kernel/ids.ts";
import { systemClock } from "../../server/src/kernel/time.ts";
import { onlyPoints } from "../../test/support/rules-of-points.ts";
import { type StoredTestDevice, storedDevice } from "../../test/support/stored-device.ts";

/** Devices there are at the beginning. */
export const devicesAtOnce = 100;
const kept = 10_000;

const limits = {
  perTenant: 100_000,
  openPerDevice: 100,
  detailsBytes: 16_384,
  commentsPerAlarm: 10,
  windowsPerTenant: 10,
  retentionMs: 1e9,
};

export interface RulePlace {
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

/** A rule that is live from the beginning. */
export async function insertRule(
  database: Database,
  tenantId: TenantId,
  name: string,
  definition: RuleDefinition,
): Promise<void> {
  const times = { createdTime: systemClock(), updatedTime: systemClock() };
  const head = { id: newId<RuleId>(), tenantId, name, description: null, version: 1, mode: "LIVE" as const };
  await new SqlRuleStore(database).insert({ ...head, ...times, definition }, { position: 0, savedBy: null });
}

/** These rules raise alarms and do nothing else. */
const noActions = {
  actions: { add: async () => [], wake: () => undefined },
  hops: { of: () => 0, restore: async () => undefined },
};

export async function within<T>(work: (place: RulePlace) => Promise<T>): Promise<T> {
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

/** What so many of them are below; in order. */
export const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
export const written = (value: number): string => Math.round(value).toLocaleString("en");
