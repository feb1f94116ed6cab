import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { jobReads, oneJob } from "../../api/jobs.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { JobProgress } from "../../jobs/job-progress.tsx";
import { isOpen } from "../../jobs/open-jobs.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";

interface JobDialogProps {
  readonly title: string;
  readonly jobId: string;
  readonly onClose: () => void;
}

/** Work on many devices that takes its time: one may watch, or leave. */
export function JobDialog({ title, jobId, onClose }: JobDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const { data: job, error, refetch } = useQuery(oneJob(jobId));
  const isOver = job !== undefined && !isOpen(job);
  useEffect(() => {
    if (!isOver) return;
    for (const key of jobReads) void client.invalidateQueries({ queryKey: [key] });
  }, [isOver, client]);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="form">
        {job ? (
          <JobProgress job={job} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={2} />
        )}
        {!isOver && <small>{m.jobs.leave}</small>}
        <div className="dialog-actions">
          <button type="button" className="button primary" onClick={onClose}>
            {m.common.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
