import type { ScheduleId, TenantId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { DevicePlaces } from "../jobs/index.ts";
import type { Schedule, ScheduleRun } from "./schedule.ts";

/** A run that begins, or that is only noted. */
export type NewRun = Omit<ScheduleRun, "total" | "changed" | "failed" | "error">;

export interface ScheduleStore extends DevicePlaces {
  /** By name. */
  list(tenant: TenantId): Promise<readonly Schedule[]>;
  find(tenant: TenantId, id: ScheduleId): Promise<Schedule | undefined>;
  /** Refused, too, where the tenant has so many, also where several are made at once. */
  insert(schedule: Schedule, perTenant: number): Promise<"created" | "name-taken" | "no-such-tenant" | "too-many">;
  /** Of two who change one version, the second finds another one. */
  update(schedule: Schedule): Promise<"updated" | "changed" | "name-taken">;
  remove(id: ScheduleId): Promise<void>;

  /** Due by then, the longest overdue first. */
  due(now: EpochMs, limit: number): Promise<readonly Schedule[]>;
  /** Takes a due time from a schedule and gives it the next: true for one of all who try. */
  advance(id: ScheduleId, due: EpochMs, next: EpochMs | null): Promise<boolean>;
  /** All that wait for a time, in the order of their ids. */
  waiting(after: ScheduleId | null, limit: number): Promise<readonly Schedule[]>;

  /** Runs beyond so many of the schedule go, the oldest first. False where there is one of this due time. */
  addRun(run: NewRun, kept: number): Promise<boolean>;
  isUnderWay(id: ScheduleId): Promise<boolean>;
  /** Newest first, with what their jobs have come to. */
  runs(id: ScheduleId, page: PageRequest): Promise<Page<ScheduleRun>>;
  runsBetween(ids: readonly ScheduleId[], from: EpochMs, to: EpochMs, limit: number): Promise<readonly ScheduleRun[]>;
  /** Runs whose jobs are over keep what came of them: jobs are removed some day. */
  settleRuns(now: EpochMs): Promise<number>;
}
