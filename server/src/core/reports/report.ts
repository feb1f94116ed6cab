import type {
  DashboardReport,
  JobState,
  ReportAggregation,
  ReportFormat,
  ReportMail,
  ReportPaper,
  ReportRange,
  ReportTrigger,
} from "@heliograph/contract";
import type { DashboardId, ProjectId, ReportFileId, ReportId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { DeviceChoice } from "../devices/index.ts";
import type { StoredBytes } from "../files/index.ts";
import type { JobMaker } from "../jobs/index.ts";

/** What a report holds. */
export type ReportContent = TelemetryContent | DashboardContent;

/** Which devices match is decided when it is made. */
export interface TelemetryContent {
  readonly kind: "TELEMETRY";
  readonly choice: DeviceChoice;
  /** Undefined: all that the devices have. */
  readonly channels?: readonly string[] | undefined;
  readonly range: ReportRange;
  /** Undefined: every point. */
  readonly aggregation?: ReportAggregation | undefined;
}

/** A dashboard as it is when the report is made. */
export interface DashboardContent {
  readonly kind: "DASHBOARD";
  readonly dashboardId: DashboardId;
  readonly range: ReportRange;
  readonly variables: NonNullable<DashboardReport["variables"]>;
  readonly paper: ReportPaper;
}

/** What people say of a report. */
export interface ReportProperties {
  readonly name: string;
  readonly description: string | null;
  readonly content: ReportContent;
  readonly format: ReportFormat;
  readonly timeZone: string;
  readonly mail: ReportMail | null;
}

/** How a report is to be made [SCH2]. */
export interface Report extends ReportProperties {
  readonly id: ReportId;
  readonly tenantId: TenantId;
  /** Who saved it last: made by a rule it holds what they may see then. */
  readonly maker: JobMaker;
  readonly version: number;
  readonly createdTime: EpochMs;
  readonly updatedTime: EpochMs;
}

/** What is known of a report that is made before it is. */
export interface NewReportFile {
  /** That of the job that makes it: asked for twice by one key it is one. */
  readonly id: ReportFileId;
  readonly tenantId: TenantId;
  readonly reportId: ReportId | null;
  readonly name: string;
  readonly createdTime: EpochMs;
  readonly trigger: ReportTrigger;
  readonly userId: UserId;
  readonly username: string;
  readonly startTs: EpochMs;
  readonly endTs: EpochMs;
  readonly timeZone: string;
  readonly format: ReportFormat;
  readonly expiresTime: EpochMs;
}

/** What a report came to. */
export interface MadeReport {
  readonly fileName: string;
  readonly content: StoredBytes;
  readonly rows: number;
  readonly devices: number;
  readonly failed: number;
  /** Where its devices were: whoever sees all of these sees it. */
  readonly projects: readonly (ProjectId | null)[];
  readonly finishedTime: EpochMs;
}

/** A report that is being made, or was [SCH2]. */
export interface ReportFile extends NewReportFile {
  readonly state: JobState;
  readonly finishedTime: EpochMs | null;
  readonly error: string | null;
  readonly failed: number;
  readonly total: number | null;
  readonly processed: number;
  readonly made: Pick<MadeReport, "fileName" | "content" | "rows" | "devices" | "projects"> | null;
}
