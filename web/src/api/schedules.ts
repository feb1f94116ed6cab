import type { ScheduleTiming, ScheduleToSave } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export const schedulesShown = 50;

interface ScheduleWish {
  readonly text: string;
  readonly enabled: boolean | undefined;
}

export const scheduleList = ({ text, enabled }: ScheduleWish, limit: number) =>
  queryOptions({
    queryKey: ["schedules", text, enabled, limit],
    queryFn: ({ signal }) =>
      api.schedules.list(
        { ...(text && { textSearch: text }), ...(enabled !== undefined && { enabled }), page: 0, limit },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** As many as a setting of the server allows. */
export const allSchedules = () =>
  queryOptions({
    queryKey: ["schedules", "all"],
    queryFn: ({ signal }) => api.schedules.list({ limit: -1 }, { signal }),
  });

export const schedule = (scheduleId: string) =>
  queryOptions({
    queryKey: ["schedule", scheduleId],
    queryFn: ({ signal }) => api.schedules.get({ scheduleId }, { signal }),
    refetchOnWindowFocus: false,
  });

/** What ran and runs between two moments. */
export const scheduleCalendar = (startTs: number, endTs: number) =>
  queryOptions({
    queryKey: ["schedule-calendar", startTs, endTs],
    queryFn: ({ signal }) => api.schedules.calendar({ startTs, endTs }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

/** The next five runs of what need not be saved; nothing is right about a wrong time the second time. */
export const scheduleForecast = (timing: ScheduleTiming, timeZone: string) =>
  queryOptions({
    queryKey: ["schedule-forecast", timing, timeZone],
    queryFn: ({ signal }) => api.schedules.forecast({ body: { timing, timeZone } }, { signal }),
    retry: false,
    staleTime: 10_000,
    refetchInterval: 60_000,
  });

export const runsShown = 10;

export const scheduleRuns = (scheduleId: string, limit: number) =>
  queryOptions({
    queryKey: ["schedule-runs", scheduleId, limit],
    queryFn: ({ signal }) => api.schedules.runs({ scheduleId, page: 0, limit }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 1_500 : 15_000),
  });

const isUnderWay = ({ state }: { readonly state: string }): boolean => state === "QUEUED" || state === "RUNNING";

export const saveSchedule = (body: ScheduleToSave) => api.schedules.save({ body });
export const switchSchedule = (scheduleId: string, enabled: boolean, version: number) =>
  api.schedules.setEnabled({ scheduleId, body: { enabled, version } });
export const runSchedule = (scheduleId: string) => api.schedules.run({ scheduleId });
export const deleteSchedule = (scheduleId: string) => api.schedules.remove({ scheduleId });

/** What has to be read again after a schedule was changed or run. */
export const scheduleReads = ["schedules", "schedule", "schedule-calendar", "schedule-runs", "jobs", "audit"] as const;
