import { refusalOf } from "@heliograph/client";
import type { JobRecord } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelJob } from "../api/jobs.ts";
import { useMessages } from "../i18n/messages.tsx";
import { refusalText } from "../i18n/refusal-text.ts";
import { isOpen } from "../jobs/open-jobs.ts";
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
  const share = job.total === null || job.total === 0 ? undefined : Math.min(1, job.processed / job.total);
  const isFilling = job.kind === "FILL_CALCULATED_CHANNEL"; // it counts hundredths of devices, and points
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
          {isFilling ? m.jobs.filled(job.state, job.changed) : m.jobs.result(job.state, job.changed, job.processed)}
        </p>
      )}
      {job.error !== null && (
        <p className="note note-error break">{refusalText(m.refusals, refusalOf(job.refusal ?? "")) ?? job.error}</p>
      )}
      <JobFailures job={job} />
      <ErrorNote error={cancel.error} />
    </div>
  );
}
