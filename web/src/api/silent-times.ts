import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** When maintenance windows are on. */
export const maintenanceCalendar = (startTs: number, endTs: number) =>
  queryOptions({
    queryKey: ["maintenance-windows", "calendar", startTs, endTs],
    queryFn: ({ signal }) => api.alarms.windowCalendar({ startTs, endTs }, { signal }),
    placeholderData: keepPreviousData,
  });

/** When policies keep mails back. */
export const quietCalendar = (startTs: number, endTs: number) =>
  queryOptions({
    queryKey: ["notification-policies", "calendar", startTs, endTs],
    queryFn: ({ signal }) => api.notifications.quietCalendar({ startTs, endTs }, { signal }),
    placeholderData: keepPreviousData,
  });
