import type { AlarmSearchStatus, AlarmSeverity, AlarmSortProperty, AlarmStatus } from "@heliograph/contract";
import type { AlarmId, DeviceId, ProjectId, TenantId, UserId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Reach } from "../projects/index.ts";
import type { TimeRange } from "../telemetry/index.ts";
import type { Alarm, AlarmInfo, AlarmName, Originator } from "./alarm.ts";
import type { AlarmScope } from "./alarm-scope.ts";
import type { AlarmStatistics, StatisticsQuery } from "./alarm-statistics.ts";

/** Which alarms are wanted; of a list one has to fit, undefined is all of them. */
export interface AlarmFilter {
  readonly reach: AlarmScope;
  readonly deviceId: DeviceId | undefined;
  /** Only of these. */
  readonly amongDevices?: readonly DeviceId[] | undefined;
  /** Only those that were active at a moment of it. */
  readonly during?: TimeRange | undefined;
  readonly searchStatuses: readonly AlarmSearchStatus[] | undefined;
  readonly status: AlarmStatus | undefined;
  /** Only what is active or not acknowledged. */
  readonly isUndone: boolean;
  readonly severities: readonly AlarmSeverity[] | undefined;
  readonly types: readonly string[] | undefined;
  /** Null is nobody's. */
  readonly assigneeId: UserId | null | undefined;
  /** Part of the type or of the device's name, label or serial number, without regard to case. */
  readonly textSearch: string | undefined;
  /** Created at this time or later, and at this time or earlier. */
  readonly startTime: EpochMs | undefined;
  readonly endTime: EpochMs | undefined;
}

export interface AlarmQuery extends AlarmFilter {
  readonly sortProperty: AlarmSortProperty;
  readonly descending: boolean;
}

/** Active ones by severity, and how many were not acknowledged. */
export interface AlarmCounts {
  readonly bySeverity: Readonly<Record<AlarmSeverity, number>>;
  readonly unacknowledged: number;
}

/** What ends when it is due. */
export interface DueShelf {
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  readonly originator: Originator;
  readonly type: string;
  readonly until: EpochMs;
}

/** An alarm that nobody else can change meanwhile, and where its device is. */
export interface HeldAlarm extends Alarm {
  readonly projectId: ProjectId | null;
}

/** What locks, and what writes after it, is called inside a transaction. */
export interface AlarmStore {
  /** The one that is not cleared, if there is one; others who want it wait until the transaction is over. */
  lockOpen(originator: Originator, type: string): Promise<Alarm | undefined>;
  /** What is out of reach does not exist [PRJ1]. */
  lock(reach: Reach, id: AlarmId): Promise<HeldAlarm | undefined>;
  /** `open-exists`: somebody was quicker [ALM1]. */
  insert(alarm: Alarm): Promise<"inserted" | "open-exists" | "no-such-device">;
  /** How many of a device are not cleared; counts no further than this. */
  countOpen(device: DeviceId, atMost: number): Promise<number>;
  update(alarm: Alarm): Promise<void>;
  /** As `lockOpen`, of many. */
  lockOpenAmong(names: readonly AlarmName[]): Promise<readonly Alarm[]>;
  /** How many of each device are not cleared; none where it is not in it. */
  countOpenOf(devices: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, number>>;
  /** Those that are in now: `insert` has an outcome for each of the others. */
  insertAll(alarms: readonly Alarm[]): Promise<ReadonlySet<AlarmId>>;
  updateAll(alarms: readonly Alarm[]): Promise<void>;
  remove(alarm: Alarm): Promise<void>;

  info(reach: Reach, id: AlarmId): Promise<AlarmInfo | undefined>;
  /** Those that are there, in no particular order. */
  infos(reach: Reach, ids: readonly AlarmId[]): Promise<readonly AlarmInfo[]>;
  count(filter: AlarmFilter): Promise<number>;
  page(query: AlarmQuery, page: PageRequest): Promise<readonly AlarmInfo[]>;
  stream(query: AlarmQuery): AsyncIterable<readonly AlarmInfo[]>;
  highest(filter: AlarmFilter): Promise<AlarmSeverity | null>;
  counts(scope: AlarmScope): Promise<AlarmCounts>;
  types(reach: Reach, textSearch: string | undefined, descending: boolean, page: PageRequest): Promise<Page<string>>;
  statistics(query: StatisticsQuery): Promise<AlarmStatistics>;

  countIn(tenant: TenantId): Promise<number>;
  /** The oldest that are cleared; returns how many went. */
  removeOldestCleared(tenant: TenantId, atMost: number): Promise<number>;
  removeClearedBefore(before: EpochMs, atMost: number): Promise<number>;

  shelve(shelf: ShelfOf): Promise<void>;
  /** False when it was not shelved. */
  unshelve(originator: Originator, type: string): Promise<boolean>;
  dueShelves(now: EpochMs, atMost: number): Promise<readonly DueShelf[]>;
  /** Ends it unless somebody has made it longer meanwhile. */
  endShelf(shelf: DueShelf): Promise<boolean>;
}

/** A shelf with whose alarms it holds. */
export interface ShelfOf {
  readonly tenantId: TenantId;
  readonly originator: Originator;
  readonly type: string;
  readonly until: EpochMs;
  readonly reason: string;
  readonly by: string;
  readonly since: EpochMs;
}
