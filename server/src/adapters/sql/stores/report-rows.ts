import type { JobState, ReportFormat, ReportTrigger } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { NewReportFile, Report, ReportFile, ReportProperties } from "../../../core/reports/index.ts";
import type { ProjectId, ReportFileId, ReportId, TenantId, UserId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

export const reportRow = (report: Report): Tables["reports"] => {
  const { id, tenantId, name, version, maker, createdTime, updatedTime, ...properties } = report;
  return {
    ...{ id, tenant_id: tenantId, name, name_key: foldCase(name), version },
    ...{ properties: JSON.stringify(properties), maker: JSON.stringify(maker) },
    ...{ created_time: createdTime, updated_time: updatedTime },
  };
};

export const reportOf = (row: Tables["reports"]): Report => ({
  ...(parseJsonText(row.properties) as Omit<ReportProperties, "name">), // written by us
  id: row.id as ReportId,
  tenantId: row.tenant_id as TenantId,
  name: row.name,
  version: Number(row.version),
  maker: parseJsonText(row.maker) as Report["maker"],
  createdTime: epochMs(Number(row.created_time)),
  updatedTime: epochMs(Number(row.updated_time)),
});

export const newFileRow = (file: NewReportFile): Tables["report_files"] => ({
  id: file.id,
  tenant_id: file.tenantId,
  report_id: file.reportId,
  name: file.name,
  created_time: file.createdTime,
  trigger_kind: file.trigger,
  user_id: file.userId,
  user_name: file.username,
  start_ts: file.startTs,
  end_ts: file.endTs,
  time_zone: file.timeZone,
  format: file.format,
  ...{ state: "QUEUED", finished_time: null, error: null, failed: 0 },
  ...{ file_name: null, sha256: null, size: null, row_count: null, device_count: null, projects: null },
  expires_time: file.expiresTime,
});

type Row = Tables["report_files"];

/** A file and what its job says, where there is one. */
export interface FileRow extends Row {
  job_state: string | null;
  job_finished: number | null;
  job_total: number | null;
  job_processed: number | null;
  job_failed: number | null;
  job_error: string | null;
}

const timeOf = (time: number | null): EpochMs | null => (time === null ? null : epochMs(Number(time)));

/** As long as it is open, its job is the truth; a job that is gone had its time. */
export function reportFileOf(row: FileRow): ReportFile {
  const isOpen = row.state === "QUEUED";
  const isGone = isOpen && row.job_state === null;
  const state = isGone ? "FAILED" : isOpen ? (row.job_state ?? row.state) : row.state;
  return {
    id: row.id as ReportFileId,
    tenantId: row.tenant_id as TenantId,
    reportId: row.report_id as ReportId | null,
    name: row.name,
    createdTime: epochMs(Number(row.created_time)),
    trigger: row.trigger_kind as ReportTrigger,
    userId: row.user_id as UserId,
    username: row.user_name,
    startTs: epochMs(Number(row.start_ts)),
    endTs: epochMs(Number(row.end_ts)),
    timeZone: row.time_zone,
    format: row.format as ReportFormat,
    expiresTime: epochMs(Number(row.expires_time)),
    state: state as JobState,
    finishedTime: timeOf(isOpen ? row.job_finished : row.finished_time),
    error: isGone ? "Its job is not on record any more" : isOpen ? row.job_error : row.error,
    failed: Number((isOpen ? row.job_failed : row.failed) ?? 0),
    total: row.job_total === null ? null : Number(row.job_total),
    processed: Number(row.job_processed ?? 0),
    made: madeOf(row),
  };
}

function madeOf({ file_name, sha256, size, row_count, device_count, projects }: Row): ReportFile["made"] {
  if (file_name === null || sha256 === null || projects === null) return null;
  return {
    fileName: file_name,
    content: { sha256, size: Number(size) },
    rows: Number(row_count),
    devices: Number(device_count),
    projects: parseJsonText(projects) as (ProjectId | null)[],
  };
}
