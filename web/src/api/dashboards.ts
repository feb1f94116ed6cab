import type { DashboardInput } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export const dashboardsShown = 100;

export const dashboardList = (tenantId: string, textSearch: string, projectId: string | undefined, limit: number) =>
  queryOptions({
    queryKey: ["dashboards", tenantId, textSearch, projectId, limit],
    queryFn: ({ signal }) =>
      api.dashboards.list({ ...(textSearch && { textSearch }), projectId, page: 0, limit }, { signal }),
    placeholderData: keepPreviousData,
  });

export const dashboard = (dashboardId: string) =>
  queryOptions({
    queryKey: ["dashboard", dashboardId],
    queryFn: ({ signal }) => api.dashboards.get({ dashboardId }, { signal }),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  });

export const saveDashboard = (body: DashboardInput) => api.dashboards.save({ body });
