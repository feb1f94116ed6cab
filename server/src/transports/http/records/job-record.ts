import type { JobRecord } from "@heliograph/contract";
import type { Job } from "../../../core/jobs/index.ts";
import type { ProjectId } from "../../../kernel/ids.ts";
import { projectReferenceOf } from "./project-record.ts";

export const jobRecordOf = (job: Job): JobRecord => ({
  id: { entityType: "JOB", id: job.id },
  createdTime: job.createdTime,
  startedTime: job.startedTime,
  finishedTime: job.finishedTime,
  kind: job.kind,
  state: job.state,
  createdBy: job.maker.username,
  projectId: projectReferenceOf(targetOf(job)),
  calculatedChannelId: filledBy(job),
  total: job.total,
  processed: job.processed,
  changed: job.changed,
  failed: job.failed,
  failures: job.failures.map((failure) => ({ ...failure })),
  error: job.error,
  refusal: job.refusal,
  undoable: job.isUndoable && job.undoneBy === null && job.changed > 0 && isOver(job),
  undoneBy: job.undoneBy === null ? null : { entityType: "JOB", id: job.undoneBy },
});

const isOver = ({ state }: Job): boolean => state !== "QUEUED" && state !== "RUNNING";

function filledBy({ kind, input }: Job): JobRecord["calculatedChannelId"] {
  if (kind !== "FILL_CALCULATED_CHANNEL" || typeof input !== "object" || input === null) return null;
  return "channelId" in input ? { entityType: "CALCULATED_CHANNEL", id: String(input.channelId) } : null;
}

/** Where devices are moved to. Of other inputs nothing is shown: a script may hold anything. */
function targetOf({ kind, input }: Job): ProjectId | null {
  if (kind !== "MOVE_DEVICES" || typeof input !== "object" || input === null || !("projectId" in input)) return null;
  return typeof input.projectId === "string" ? (input.projectId as ProjectId) : null;
}
