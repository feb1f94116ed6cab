import type { AlarmSeverity } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { askedTime } from "../time-range/asked-time.ts";
import type { Expression } from "../time-range/time-words.ts";
import type { AlarmOwner, AlarmState } from "./alarm-choices.ts";
import { keptWhere } from "./shown-before.ts";

export interface AlarmWish {
  readonly text: string;
  readonly severities: readonly AlarmSeverity[];
  readonly state: AlarmState;
  readonly owner: AlarmOwner;
  readonly type: string;
  readonly projectId: string;
  /** When they were created. */
  readonly time: Expression;
}

/** Alarms in one answer; the rest has pages. */
export const alarmsPerPage = 100;

const statusOf = { open: {}, active: { statusList: "ACTIVE" }, cleared: { statusList: "CLEARED" }, all: {} } as const;

/** In groups of their state, the worst and the newest first. */
export const alarmPage = (wish: AlarmWish, userId: string, page: number, deviceId?: string) =>
  queryOptions({
    queryKey: ["alarms", deviceId ?? "all", wish, page],
    queryFn: ({ signal }) => {
      const query = { ...queryOf(wish, userId), page, limit: alarmsPerPage };
      if (deviceId === undefined) return api.alarms.find(query, { signal });
      return api.alarms.findOf({ ...query, entityType: "DEVICE", entityId: deviceId }, { signal });
    },
    placeholderData: keepPreviousData,
  });

const queryOf = ({ text, severities, state, owner, type, projectId, time }: AlarmWish, userId: string) => ({
  sortProperty: "status" as const,
  sortOrder: "DESC" as const,
  ...statusOf[state],
  ...(state === "open" && { open: true }),
  ...(text && { textSearch: text }),
  ...(severities.length > 0 && { severityList: severities.join() }),
  ...(owner === "mine" && { assigneeId: userId }),
  ...(owner === "nobody" && { unassigned: true }),
  ...(type && { typeList: type }),
  ...(projectId && { projectId }),
  ...askedTime(time),
});

/** One of them, wherever it is; read again with the lists. */
export const alarmInfo = (alarmId: string) =>
  queryOptions({
    queryKey: ["alarms", "one", alarmId],
    queryFn: ({ signal }) => api.alarms.info({ alarmId }, { signal }),
  });

/** The newest of those active in a range, whenever they were created: late points raise them long after they began. */
export const alarmsDuring = (deviceId: string, from: number, to: number) =>
  queryOptions({
    queryKey: ["alarms", deviceId, "during", from, to],
    queryFn: ({ signal }) =>
      api.alarms.findOf(
        {
          entityType: "DEVICE",
          entityId: deviceId,
          activeFrom: Math.max(0, Math.floor(from)),
          activeTo: Math.max(0, Math.floor(to) + 1),
          page: 0,
          limit: 200,
          sortProperty: "startTs",
          sortOrder: "DESC",
        },
        { signal },
      ),
    placeholderData: keptWhere({ beginning: ["alarms", deviceId, "during"] }),
  });

export const alarmCounts = (projectId: string | undefined) =>
  queryOptions({
    queryKey: ["alarm-counts", projectId],
    queryFn: ({ signal }) => api.alarms.counts({ ...(projectId && { projectId }) }, { signal }),
  });

export const alarmTypes = () =>
  queryOptions({
    queryKey: ["alarm-types"],
    queryFn: ({ signal }) => api.alarms.types({ page: 0, limit: 1_000 }, { signal }),
  });

export const alarmComments = (alarmId: string) =>
  queryOptions({
    queryKey: ["alarm-comments", alarmId],
    queryFn: ({ signal }) => api.alarms.comments({ alarmId, page: 0, limit: 200 }, { signal }),
  });

export const assignableTo = (alarmId: string) =>
  queryOptions({
    queryKey: ["assignable", alarmId],
    queryFn: ({ signal }) => api.alarms.assignable({ alarmId, page: 0, limit: 1_000 }, { signal }),
  });

export const alarmStatistics = (time: Expression, projectId: string | undefined) =>
  queryOptions({
    queryKey: ["alarm-statistics", time, projectId],
    queryFn: ({ signal }) => {
      const span = { startTime: 0, endTime: Date.now() + 1, ...askedTime(time) };
      return api.alarms.statistics({ ...span, limit: 5, ...(projectId && { projectId }) }, { signal });
    },
  });

export const acknowledgeAlarms = (alarmIds: string[]) => api.alarms.acknowledgeMany({ body: { alarmIds } });
export const clearAlarms = (alarmIds: string[]) => api.alarms.clearMany({ body: { alarmIds } });
export const assignAlarms = (alarmIds: string[], userId: string | null) =>
  api.alarms.assignMany({ body: { alarmIds, assigneeId: userId === null ? null : { id: userId } } });
export const shelveAlarms = (alarmIds: string[], until: number, reason: string) =>
  api.alarms.shelveMany({ body: { alarmIds, until, reason } });
export const unshelveAlarm = (alarmId: string) => api.alarms.unshelve({ alarmId });
export const commentOn = (alarmId: string, text: string) =>
  api.alarms.comment({ alarmId, body: { comment: { text } } });
export const removeComment = (alarmId: string, commentId: string) => api.alarms.removeComment({ alarmId, commentId });
