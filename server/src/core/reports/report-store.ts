import type { ReportFileId, ReportId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { DevicePlaces } from "../jobs/index.ts";
import type { MadeReport, NewReportFile, Report, ReportFile } from "./report.ts";

export interface ReportStore extends DevicePlaces {
  /** By name. */
  list(tenant: TenantId): Promise<readonly Report[]>;
  find(tenant: TenantId, id: ReportId): Promise<Report | undefined>;
  /** Refused, too, where the tenant has so many, also where several are made at once. */
  insert(report: Report, perTenant: number): Promise<"created" | "name-taken" | "no-such-tenant" | "too-many">;
  /** Of two who change one version, the second finds another one. */
  update(report: Report): Promise<"updated" | "changed" | "name-taken">;
  /** What it made stays. */
  remove(id: ReportId): Promise<void>;
}

/** Reports that were made. What takes a content away writes it down as released [RUN10]. */
export interface ReportFileStore {
  /** Of a tenant, or of one of its reports; newest first, with what their jobs have come to. */
  list(tenant: TenantId, report?: ReportId): Promise<readonly ReportFile[]>;
  find(tenant: TenantId, id: ReportFileId): Promise<ReportFile | undefined>;
  /** Once per id. Beyond so many of the tenant the oldest that are over go. */
  begin(file: NewReportFile, kept: number): Promise<void>;
  /** Its content, counted for its tenant. False where it is not there any more, or is over. */
  finish(id: ReportFileId, made: MadeReport): Promise<boolean>;
  remove(id: ReportFileId): Promise<void>;
  /** Those whose jobs are over keep what came of them: jobs are removed some day. */
  settle(now: EpochMs): Promise<number>;
  removeExpired(now: EpochMs): Promise<number>;
}
