import { refusalOf } from "@heliograph/client";
import type { JobRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { cancelJob, jobReads, oneJob, undoJob } from "../api/jobs.ts";
import { useMessages } from "../i18n/messages.tsx";
import { refusalText } from "../i18n/refusal-text.ts";
import { isOpen, leftAsBefore } from "../jobs/open-jobs.ts";
import { Icon } from "../ui/icon.tsx";
import { ErrorNote } from "../ui/states.tsx";
import { JobFailures } from "./job-failures.tsx";

/** How far a job is, or what came of it; with a way to stop it. */
export function JobProgress({ job }: { readonly job: JobRecord }) {
  const m = useMessages();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelJob(job.id.id),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["job", job.id.id] });
      void client.invalidateQueries({ queryKey: ["jobs"] });
    },
  });
  const undo = useMutation({
    mutationFn: () => undoJob(job.id.id),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["job", job.id.id] });
      void client.invalidateQueries({ queryKey: ["jobs"] });
    },
  });
  const share = job.total === null || job.total === 0 ? undefined : Math.min(1, job.processed / job.total);
  const isFilling = job.kind === "FILL_CALCULATED_CHANNEL"; // it counts hundredths of devices, and points
  const asBefore = leftAsBefore(job);
  return (
    <div className="stack">
      {isOpen(job) ? (
        <>
          <progress
            className="job-bar"
            aria-label={m.jobs.kinds[job.kind]}
            {...(share !== undefined && { value: share })}
          />
          <p className="soft" role="status">
            {isFilling ? m.jobs.filling(share) : m.jobs.progress(job.processed, job.total)}
          </p>
          <div className="row">
            <button type="button" className="button small" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
              {m.jobs.cancel}
            </button>
          </div>
        </>
      ) : (
        <p role="status">
          {isFilling
            ? m.jobs.filled(job.state, job.changed)
            : m.jobs.result(job.state, job.changed, job.processed, job.kind === "DELETE_DEVICES")}
          {asBefore > 0 && <span className="soft"> · {m.jobs.asBefore(job.kind, asBefore)}</span>}
        </p>
      )}
      {job.error !== null && (
        <p className="note note-error break">{refusalText(m.refusals, refusalOf(job.refusal ?? "")) ?? job.error}</p>
      )}
      <JobFailures job={job} />
      {job.undoneBy && <p className="soft">{m.jobs.undone}</p>}
      {job.undoable && (
        <div className="row">
          <button type="button" className="button small" disabled={undo.isPending} onClick={() => undo.mutate()}>
            <Icon name="undo" /> {m.jobs.undo}
          </button>
        </div>
      )}
      {undo.data && <UndoneBy jobId={undo.data.id.id} />}
      <ErrorNote error={cancel.error ?? undo.error} />
    </div>
  );
}

/** How far the other job is that takes this one back. */
function UndoneBy({ jobId }: { readonly jobId: string }) {
  const m = useMessages();
  const client = useQueryClient();
  const { data: job } = useQuery(oneJob(jobId));
  const isOver = job !== undefined && !isOpen(job);
  useEffect(() => {
    if (!isOver) return;
    for (const key of jobReads) void client.invalidateQueries({ queryKey: [key] });
  }, [isOver, client]);
  if (!job) return null;
  return (
    <section aria-label={m.jobs.kinds.UNDO_JOB}>
      <JobProgress job={job} />
    </section>
  );
}
