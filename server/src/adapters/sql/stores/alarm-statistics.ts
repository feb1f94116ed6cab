import { type RawBuilder, sql } from "kysely";
import {
  type AlarmStatistics,
  type ChatteringAlarm,
  chatteringWithinMs,
  type FrequentAlarm,
  type LongAlarm,
  type StatisticsQuery,
  severityOfRank,
} from "../../../core/alarms/index.ts";
import type { AlarmId, DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { alarmsWithin } from "./alarm-query.ts";

/** Over the history, each by one query [ALM4]. */
export async function alarmStatistics(db: Database, query: StatisticsQuery): Promise<AlarmStatistics> {
  const { total } = await begunIn(db, query)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    mostFrequent: await mostFrequent(db, query),
    longest: await longest(db, query),
    chattering: await chattering(db, query),
  };
}

const begunIn = (db: Database, { reach, from, to }: StatisticsQuery) =>
  alarmsWithin(db, reach).where("alarms.start_ts", ">=", from).where("alarms.start_ts", "<", to);

/** Until it was cleared, or until now. */
const activeMs = ({ now }: StatisticsQuery): RawBuilder<number> =>
  sql<number>`(case when alarms.cleared = 1 then alarms.clear_ts else ${sql.lit(now)} end - alarms.start_ts)`;

async function mostFrequent(db: Database, query: StatisticsQuery): Promise<readonly FrequentAlarm[]> {
  const rows = await begunIn(db, query)
    .select((eb) => [
      "alarms.device_id",
      "devices.name",
      "alarms.type",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>(activeMs(query)).as("active_ms"),
    ])
    .groupBy(["alarms.device_id", "devices.name", "alarms.type"])
    .orderBy("count", "desc")
    .orderBy("active_ms", "desc")
    .orderBy("alarms.device_id")
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({ ...aboutOf(row), count: Number(row.count), activeMs: Number(row.active_ms) }));
}

async function longest(db: Database, query: StatisticsQuery): Promise<readonly LongAlarm[]> {
  const rows = await begunIn(db, query)
    .select([
      "alarms.id",
      "alarms.device_id",
      "devices.name",
      "alarms.type",
      "alarms.severity",
      "alarms.cleared",
      "alarms.start_ts",
      activeMs(query).as("active_ms"),
    ])
    .orderBy("active_ms", "desc")
    .orderBy("alarms.id")
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({
    ...aboutOf(row),
    id: row.id as AlarmId,
    severity: severityOfRank(row.severity),
    cleared: row.cleared === 1,
    startTs: epochMs(row.start_ts),
    activeMs: Number(row.active_ms),
  }));
}

/** Those that came back soon after they were cleared, and how often. */
async function chattering(db: Database, query: StatisticsQuery): Promise<readonly ChatteringAlarm[]> {
  const inOrder = begunIn(db, query).select([
    "alarms.device_id",
    "devices.name",
    "alarms.type",
    sql<number>`case when alarms.start_ts - lag(alarms.clear_ts) over (
      partition by alarms.originator_id, alarms.type order by alarms.start_ts, alarms.created_time
    ) <= ${sql.lit(chatteringWithinMs)} then 1 else 0 end`.as("returned"),
  ]);
  const rows = await db.read
    .selectFrom(inOrder.as("seen"))
    .select((eb) => [
      "device_id",
      "name",
      "type",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>("returned").as("returns"),
    ])
    .groupBy(["device_id", "name", "type"])
    .having((eb) => eb.fn.sum<number>("returned"), ">", 0)
    .orderBy("returns", "desc")
    .orderBy("device_id")
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({ ...aboutOf(row), count: Number(row.count), returns: Number(row.returns) }));
}

const aboutOf = (row: { device_id: string | null; name: string; type: string }) => ({
  deviceId: row.device_id as DeviceId,
  deviceName: row.name,
  type: row.type,
});
