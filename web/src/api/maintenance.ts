import type { MaintenanceWindowInput } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export const windowsShown = 100;

/** Whether one is on changes by itself. */
export const maintenanceWindows = (limit: number) =>
  queryOptions({
    queryKey: ["maintenance-windows", limit],
    queryFn: ({ signal }) => api.alarms.windows({ page: 0, limit }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const saveWindow = (body: MaintenanceWindowInput) => api.alarms.saveWindow({ body });
export const deleteWindow = (windowId: string) => api.alarms.removeWindow({ windowId });
