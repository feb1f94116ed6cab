import type { JobRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { jobReads, recentJobs } from "../api/jobs.ts";
import { useFirstWords } from "../i18n/messages.tsx";
import { isOpen } from "../jobs/open-jobs.ts";
import { useCurrentUser, useMay } from "../shell/current-user.ts";
import { pageNeeds } from "../shell/page-needs.ts";

/** That one's own work goes on, on every page; nothing where nothing does. */
export function JobIndicator() {
  const { tenantId } = useCurrentUser();
  const may = useMay();
  return tenantId !== undefined && may(pageNeeds.jobs) ? <RunningJobs /> : null;
}

function RunningJobs() {
  const m = useFirstWords();
  const { username } = useCurrentUser();
  const { data } = useQuery(recentJobs);
  const own = data?.data.filter((job) => isOpen(job) && job.createdBy === username) ?? [];
  const [first] = own;
  useRefreshed(own);
  if (!first) return null;
  const [processed, total] = [sumOf(own.map((job) => job.processed)), sumOf(own.map((job) => job.total ?? 0))];
  return (
    <Link to="/jobs" className="job-indicator" title={m.jobs.title}>
      <progress aria-hidden="true" {...(total > 0 && { value: Math.min(1, processed / total) })} />
      <span>{own.length === 1 ? m.jobs.kinds[first.kind] : m.jobs.running(own.length)}</span>
    </Link>
  );
}

/** Who left a job alone finds what it did in lists and counts, too. */
function useRefreshed(open: readonly JobRecord[]): void {
  const client = useQueryClient();
  const ids = open.map(({ id }) => id.id).join();
  const before = useRef(ids);
  useEffect(() => {
    const isOver = before.current.split(",").some((id) => id !== "" && !ids.includes(id));
    before.current = ids;
    if (isOver) for (const key of jobReads) void client.invalidateQueries({ queryKey: [key] });
  }, [ids, client]);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
