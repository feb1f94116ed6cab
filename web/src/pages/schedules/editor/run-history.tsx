import type { ScheduleRunRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { runsShown, scheduleRuns } from "../../../api/schedules.ts";
import { durationText } from "../../../format/duration.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { pageNeeds } from "../../../shell/page-needs.ts";
import { ShowMore } from "../../../ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { RunBadge, useRunText } from "../run-outcome.tsx";

/** What a schedule did, the newest first. */
export function RunHistory({ scheduleId }: { readonly scheduleId: string }) {
  const m = useMessages();
  const [limit, setLimit] = useState(runsShown);
  const { data, error, refetch } = useQuery(scheduleRuns(scheduleId, limit));
  const maySeeJobs = useMay()(pageNeeds.jobs);
  return (
    <section className="card table-scroll" aria-label={m.schedules.history}>
      <div className="card-head">
        <h2>{m.schedules.history}</h2>
        {maySeeJobs && <Link to="/jobs">{m.schedules.jobs}</Link>}
      </div>
      {data ? (
        data.data.length === 0 ? (
          <EmptyState icon="history" title={m.schedules.noHistory} text={m.schedules.noHistoryText} />
        ) : (
          <RunTable runs={data.data} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton />
        </div>
      )}
      {data && (
        <ShowMore shown={data.data.length} total={data.totalElements} onMore={() => setLimit(limit + 5 * runsShown)} />
      )}
    </section>
  );
}

function RunTable({ runs }: { readonly runs: readonly ScheduleRunRecord[] }) {
  const m = useMessages();
  const locale = useLocale();
  const textOf = useRunText();
  return (
    <table className="table run-table">
      <thead>
        <tr>
          <th>{m.schedules.due}</th>
          <th>{m.schedules.state}</th>
          <th className="right hide-narrow">{m.schedules.took}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={`${run.dueTime} ${run.trigger}`}>
            <td className="nowrap">
              <Time ms={run.dueTime} />
            </td>
            <td>
              <RunBadge run={run} /> <small className="soft break">{textOf(run)}</small>
            </td>
            <td className="right nowrap hide-narrow">
              {run.finishedTime === null || run.jobId === null
                ? "–"
                : durationText(run.finishedTime - run.startedTime, locale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
