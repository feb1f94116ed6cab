import type { JobRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { recentJobs } from "../../api/jobs.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { JobProgress } from "../../jobs/job-progress.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

/** Work that goes on after one has left the page it was begun on. */
export function JobsPage() {
  const m = useMessages();
  const { data, error, refetch } = useQuery(recentJobs);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{m.jobs.title}</h1>
          <p className="soft">{m.jobs.text}</p>
        </div>
      </div>
      {data ? (
        <JobList jobs={data.data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function JobList({ jobs }: { readonly jobs: readonly JobRecord[] }) {
  const m = useMessages();
  if (jobs.length === 0) return <EmptyState icon="history" title={m.jobs.none} text={m.jobs.noneText} />;
  return (
    <ul className="stack job-list">
      {jobs.map((job) => (
        <li key={job.id.id} className="card">
          <div className="card-head">
            <h2>{m.jobs.kinds[job.kind]}</h2>
            <JobBadge state={job.state} />
          </div>
          <div className="card-body">
            <p className="soft break">
              {job.createdBy}, <Time ms={job.createdTime} />
            </p>
            <JobProgress job={job} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const tones = { QUEUED: "", RUNNING: "accent", DONE: "good", FAILED: "bad", CANCELLED: "warn" } as const;

function JobBadge({ state }: Pick<JobRecord, "state">) {
  const m = useMessages();
  return <span className={`badge ${tones[state]}`}>{m.jobs.states[state]}</span>;
}
