import type { ScheduleRunState } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { Schedule, ScheduleProperties, ScheduleRun } from "../../../core/schedules/index.ts";
import type { JobId, ScheduleId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

export const scheduleRow = (schedule: Schedule): Tables["schedules"] => {
  const { id, tenantId, name, version, maker, createdTime, updatedTime, dueTime, ...content } = schedule;
  return {
    ...{ id, tenant_id: tenantId, name, name_key: foldCase(name), version },
    ...{ content: JSON.stringify(content), maker: JSON.stringify(maker) },
    ...{ created_time: createdTime, updated_time: updatedTime, due_time: dueTime },
  };
};

export const scheduleOf = (row: Tables["schedules"]): Schedule => ({
  ...(parseJsonText(row.content) as Omit<ScheduleProperties, "name">), // written by us
  id: row.id as ScheduleId,
  tenantId: row.tenant_id as TenantId,
  name: row.name,
  version: Number(row.version),
  maker: parseJsonText(row.maker) as Schedule["maker"],
  createdTime: epochMs(Number(row.created_time)),
  updatedTime: epochMs(Number(row.updated_time)),
  dueTime: timeOf(row.due_time),
});

/** A run and what its job says, where there is one. */
type Run = Tables["schedule_runs"];

/** A run and what its job says, where there is one. */
export interface RunRow extends Run {
  job_state: string | null;
  job_finished: number | null;
  job_total: number | null;
  job_changed: number | null;
  job_failed: number | null;
  job_error: string | null;
}

const timeOf = (time: number | null): EpochMs | null => (time === null ? null : epochMs(Number(time)));
const countOf = (count: number | null): number | null => (count === null ? null : Number(count));

/** As long as a run is open, its job is the truth; a job that is gone had its time. */
export function runOf(row: RunRow): ScheduleRun {
  const isOpen = row.state === "QUEUED";
  const isGone = isOpen && row.job_state === null;
  const state = isGone ? "FAILED" : isOpen ? (row.job_state ?? row.state) : row.state;
  return {
    scheduleId: row.schedule_id as ScheduleId,
    dueTime: epochMs(Number(row.due_time)),
    startedTime: epochMs(Number(row.started_time)),
    finishedTime: timeOf(isOpen ? row.job_finished : row.finished_time),
    trigger: row.trigger_kind === "PERSON" ? "PERSON" : "TIME",
    state: state as ScheduleRunState,
    missed: Number(row.missed),
    jobId: row.job_id as JobId | null,
    total: countOf(isOpen ? row.job_total : row.total),
    changed: Number((isOpen ? row.job_changed : row.changed) ?? 0),
    failed: Number((isOpen ? row.job_failed : row.failed) ?? 0),
    error: isGone ? "Its job is not on record any more" : isOpen ? row.job_error : row.error,
  };
}
