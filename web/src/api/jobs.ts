import type { ChosenFilter, CommandInput } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { isOpen } from "../jobs/open-jobs.ts";

const busyEveryMs = 1_500;
/** Most jobs are small: whoever began one is told soon, while one that lasts is asked for less often. */
const [soonMs, soonTimes] = [300, 5];
const idleEveryMs = 60_000;
const shownAtOnce = 50;

/** The newest jobs one may see; asked for more often while one of them goes on. */
export const recentJobs = queryOptions({
  queryKey: ["jobs"],
  queryFn: () => api.jobs.list({ limit: shownAtOnce }),
  refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? busyEveryMs : idleEveryMs),
});

/** All that wait or are being done; a tenant has a few. */
export const openJobs = queryOptions({
  queryKey: ["jobs", "open"],
  queryFn: () => api.jobs.list({ open: true, limit: -1 }),
});

export const oneJob = (jobId: string) =>
  queryOptions({
    queryKey: ["job", jobId],
    queryFn: () => api.jobs.get({ jobId }),
    refetchInterval: ({ state }) => {
      if (state.data && !isOpen(state.data)) return false;
      return state.dataUpdateCount + state.errorUpdateCount < soonTimes ? soonMs : busyEveryMs;
    },
  });

export const cancelJob = (jobId: string) => api.jobs.cancel({ jobId });

/** Which devices: those named, those that match, or all. */
export type Chosen = { readonly deviceIds: string[] } | { readonly filter: ChosenFilter } | { readonly all: true };

export const moveAsJob = (chosen: Chosen, projectId: string | undefined) =>
  api.jobs.moveDevices({ body: { ...chosen, projectId: projectId ? { id: projectId } : null } });

export const deleteAsJob = (chosen: Chosen) => api.jobs.deleteDevices({ body: chosen });

export const acknowledgeAsJob = (chosen: Chosen) => api.jobs.acknowledgeAlarms({ body: chosen });

export const sendAsJob = (chosen: Chosen, command: CommandInput) =>
  api.jobs.sendCommand({ body: { ...chosen, command } });

export const setAttributesAsJob = (
  chosen: Chosen,
  scope: "SERVER_SCOPE" | "SHARED_SCOPE",
  attributes: Record<string, string | number | boolean | null>,
) => api.jobs.setAttributes({ body: { ...chosen, scope, attributes } });

export const setTypeAsJob = (chosen: Chosen, typeId: string) =>
  api.jobs.setType({ body: { ...chosen, deviceProfileId: { id: typeId } } });

export const undoJob = (jobId: string) => api.jobs.undo({ jobId });

/** What may be another when work on many devices is over. */
export const jobReads = [
  ...["devices", "device", "device-values", "device-types", "device-type-list", "projects"],
  ...["jobs", "alarms", "alarm-counts"],
] as const;
