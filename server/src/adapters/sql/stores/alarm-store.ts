import { type AlarmSeverity, alarmSeverities } from "@heliograph/contract";
import { type SelectQueryBuilder, sql } from "kysely";
import {
  type Alarm,
  type AlarmCounts,
  type AlarmFilter,
  type AlarmInfo,
  type AlarmName,
  type AlarmQuery,
  type AlarmScope,
  type AlarmStatistics,
  type AlarmStore,
  type DueShelf,
  type HeldAlarm,
  type Originator,
  rankOf,
  type ShelfOf,
  type StatisticsQuery,
  severityOfRank,
} from "../../../core/alarms/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import type { AlarmId, DeviceId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import type { Tables } from "../tables.ts";
import { countOpenOf, insertAlarms, lockOpenAmong, updateAlarms } from "./alarm-batches.ts";
import { alarmColumns, alarmsWithin, filteredAlarms, orderedAlarms, selectInfos } from "./alarm-query.ts";
import { alarmInfoOf, alarmOf, alarmRow, changingColumns } from "./alarm-rows.ts";
import { dueShelves, endShelf, putOnShelf, takeFromShelf } from "./alarm-shelves.ts";
import { alarmStatistics } from "./alarm-statistics.ts";

const idsPerStatement = 500;

export class SqlAlarmStore implements AlarmStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async lockOpen(originator: Originator, type: string): Promise<Alarm | undefined> {
    const query = this.#db.write
      .selectFrom("alarms")
      .select(alarmColumns)
      .where("originator_id", "=", originator.id)
      .where("type", "=", type)
      .where(sql<boolean>`cleared = 0`); // written out: so the partial index is used
    const row = await this.#held(query).executeTakeFirst();
    return row && alarmOf(row);
  }

  async lock(reach: Reach, id: AlarmId): Promise<HeldAlarm | undefined> {
    const query = alarmsWithin(this.#db, reach)
      .select([...alarmColumns, "devices.project_id"])
      .where("alarms.id", "=", id);
    const row = await this.#held(query).executeTakeFirst();
    return row && { ...alarmOf(row), projectId: row.project_id as ProjectId | null };
  }

  /** The device is held until the end, so that it cannot go between being looked for and being referred to. */
  async insert(alarm: Alarm): Promise<"inserted" | "open-exists" | "no-such-device"> {
    return this.#db.transact(async (trx) => {
      const device = trx
        .selectFrom("devices")
        .select("id")
        .where("tenant_id", "=", alarm.tenantId)
        .where("id", "=", alarm.originator.id);
      const found = await (this.#db.kind === "postgres" ? device.forKeyShare() : device).executeTakeFirst();
      if (!found) return "no-such-device";
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("alarms")
        .values(alarmRow(alarm))
        .onConflict((conflict) =>
          conflict.columns(["originator_id", "type"]).where(sql<boolean>`cleared = 0`).doNothing(),
        )
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n ? "inserted" : "open-exists";
    });
  }

  async countOpen(device: DeviceId, atMost: number): Promise<number> {
    const open = this.#db.read
      .selectFrom("alarms")
      .select("device_id")
      .where("device_id", "=", device)
      .where(sql<boolean>`cleared = 0`)
      .limit(atMost);
    const { total } = await this.#db.read
      .selectFrom(open.as("open"))
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async update(alarm: Alarm): Promise<void> {
    await this.#db.write.updateTable("alarms").set(changingColumns(alarm)).where("id", "=", alarm.id).execute();
  }

  lockOpenAmong = (names: readonly AlarmName[]): Promise<readonly Alarm[]> => lockOpenAmong(this.#db, names);
  countOpenOf = (devices: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, number>> =>
    countOpenOf(this.#db, devices);
  insertAll = (alarms: readonly Alarm[]): Promise<ReadonlySet<AlarmId>> => insertAlarms(this.#db, alarms);
  updateAll = (alarms: readonly Alarm[]): Promise<void> => updateAlarms(this.#db, alarms);

  async remove(alarm: Alarm): Promise<void> {
    await this.#db.write.deleteFrom("alarms").where("id", "=", alarm.id).execute();
  }

  async info(reach: Reach, id: AlarmId): Promise<AlarmInfo | undefined> {
    const [info] = await this.infos(reach, [id]);
    return info;
  }

  async infos(reach: Reach, ids: readonly AlarmId[]): Promise<readonly AlarmInfo[]> {
    const found: AlarmInfo[] = [];
    for (let at = 0; at < ids.length; at += idsPerStatement) {
      const some = ids.slice(at, at + idsPerStatement);
      const rows = await selectInfos(this.#db, reach).where("alarms.id", "in", some).execute();
      found.push(...rows.map(alarmInfoOf));
    }
    return found;
  }

  async count(filter: AlarmFilter): Promise<number> {
    const { total } = await filteredAlarms(this.#db, filter)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async page(query: AlarmQuery, page: PageRequest): Promise<readonly AlarmInfo[]> {
    const rows = await orderedAlarms(this.#db, query).limit(page.limit).offset(offsetOf(page)).execute();
    return rows.map(alarmInfoOf);
  }

  async *stream(query: AlarmQuery): AsyncGenerator<readonly AlarmInfo[]> {
    for await (const rows of streamRows(this.#db, orderedAlarms(this.#db, query))) yield rows.map(alarmInfoOf);
  }

  async highest(filter: AlarmFilter): Promise<AlarmSeverity | null> {
    const { rank } = await filteredAlarms(this.#db, filter)
      .select((eb) => eb.fn.max("alarms.severity").as("rank"))
      .executeTakeFirstOrThrow();
    return rank === null ? null : severityOfRank(Number(rank));
  }

  async counts(scope: AlarmScope): Promise<AlarmCounts> {
    const rows = await alarmsWithin(this.#db, scope)
      .select((eb) => ["alarms.severity", eb.fn.countAll<number>().as("total")])
      .where(sql<boolean>`alarms.cleared = 0`)
      .groupBy("alarms.severity")
      .execute();
    const { total } = await alarmsWithin(this.#db, scope)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where(sql<boolean>`alarms.acknowledged = 0`)
      .executeTakeFirstOrThrow();
    const byRank = new Map(rows.map((row) => [row.severity, Number(row.total)]));
    const bySeverity = Object.fromEntries(alarmSeverities.map((one) => [one, byRank.get(rankOf(one)) ?? 0]));
    return { bySeverity: bySeverity as Record<AlarmSeverity, number>, unacknowledged: Number(total) };
  }

  async types(
    reach: Reach,
    textSearch: string | undefined,
    descending: boolean,
    page: PageRequest,
  ): Promise<Page<string>> {
    const text = foldCase(textSearch ?? "");
    const rows = await this.#typesWithin(reach).distinct().orderBy("alarms.type").execute();
    const types = rows.map(({ type }) => type).filter((type) => foldCase(type).includes(text));
    const ordered = descending ? types.reverse() : types;
    return pageOf(ordered.slice(offsetOf(page), offsetOf(page) + page.limit), types.length, page);
  }

  statistics(query: StatisticsQuery): Promise<AlarmStatistics> {
    return alarmStatistics(this.#db, query);
  }

  async countIn(tenant: TenantId): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("alarms")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("tenant_id", "=", tenant)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  removeOldestCleared(tenant: TenantId, atMost: number): Promise<number> {
    return this.#removeCleared((alarms) => alarms.where("tenant_id", "=", tenant), atMost);
  }

  removeClearedBefore(before: EpochMs, atMost: number): Promise<number> {
    return this.#removeCleared((alarms) => alarms.where("clear_ts", "<", before), atMost);
  }

  shelve = (shelf: ShelfOf): Promise<void> => putOnShelf(this.#db, shelf);
  unshelve = (originator: Originator, type: string): Promise<boolean> => takeFromShelf(this.#db, originator, type);
  dueShelves = (now: EpochMs, atMost: number): Promise<readonly DueShelf[]> => dueShelves(this.#db, now, atMost);
  endShelf = (shelf: DueShelf): Promise<boolean> => endShelf(this.#db, shelf);

  /** Without a look at the devices where all of them are within reach: then an index has it. */
  #typesWithin(reach: Reach) {
    return reach.projects === "all"
      ? this.#db.read.selectFrom("alarms").select("alarms.type").where("tenant_id", "=", reach.tenantId)
      : alarmsWithin(this.#db, reach).select("alarms.type");
  }

  async #removeCleared(which: (alarms: ClearedAlarms) => ClearedAlarms, atMost: number): Promise<number> {
    const oldest = which(this.#db.write.selectFrom("alarms").select("id").where(sql<boolean>`cleared = 1`))
      .orderBy("clear_ts")
      .limit(atMost);
    const { numDeletedRows } = await this.#db.write.deleteFrom("alarms").where("id", "in", oldest).executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** On SQLite there is one writer at a time anyway. */
  #held<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> {
    return this.#db.kind === "postgres" ? query.modifyEnd(sql`for no key update of alarms`) : query;
  }
}

type ClearedAlarms = SelectQueryBuilder<Tables, "alarms", { id: string }>;
