import type { MissedPolicy, ScheduleRunState, ScheduleTiming } from "@heliograph/contract";
import type { JobId, ReportId, ScheduleId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { DeviceChoice } from "../devices/index.ts";
import type { DeviceWork, JobMaker, MessageWork } from "../jobs/index.ts";

/** What a schedule does: which devices match is decided when it runs. */
export type ScheduledWork = DeviceWork | MessageWork | ScheduledReport;

interface ScheduledReport {
  readonly kind: "REPORT";
  readonly reportId: ReportId;
}

/** The devices it is about; null where it names none by itself. */
export const choiceOfWork = (work: ScheduledWork): DeviceChoice | null => ("choice" in work ? work.choice : null);

/** What people say of a schedule. */
export interface ScheduleProperties {
  readonly name: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly timing: ScheduleTiming;
  readonly timeZone: string;
  readonly missed: MissedPolicy;
  readonly work: ScheduledWork;
}

export interface Schedule extends ScheduleProperties {
  readonly id: ScheduleId;
  readonly tenantId: TenantId;
  /** Who saved it last: it does what they may do when it runs. */
  readonly maker: JobMaker;
  readonly version: number;
  readonly createdTime: EpochMs;
  readonly updatedTime: EpochMs;
  /** Null: it is off, or over. */
  readonly dueTime: EpochMs | null;
}

/** One run; schedule and due time are its key, so that there is one however many nodes look, and however they end. */
export interface ScheduleRun {
  readonly scheduleId: ScheduleId;
  readonly dueTime: EpochMs;
  readonly startedTime: EpochMs;
  readonly finishedTime: EpochMs | null;
  readonly trigger: "TIME" | "PERSON";
  readonly state: ScheduleRunState;
  /** Runs that fell due while no node ran and that this one stands for. */
  readonly missed: number;
  readonly jobId: JobId | null;
  readonly total: number | null;
  readonly changed: number;
  readonly failed: number;
  readonly error: string | null;
}
