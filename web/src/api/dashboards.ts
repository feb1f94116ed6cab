import type { DashboardInput, ShareRequest } from "@heliograph/contract";
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

/** Links to a dashboard, for people without an account [DSH6]. */
export const dashboardShares = (dashboardId: string) =>
  queryOptions({
    queryKey: ["dashboard shares", dashboardId],
    queryFn: ({ signal }) => api.dashboards.shares({ dashboardId }, { signal }),
  });

export const shareDashboard = (dashboardId: string, body: ShareRequest) => api.dashboards.share({ dashboardId, body });
export const revokeShare = (dashboardId: string, shareId: string) =>
  api.dashboards.revokeShare({ dashboardId, shareId });
export const showVersionBehind = (dashboardId: string, shareId: string, version: number) =>
  api.dashboards.showVersion({ dashboardId, shareId, body: { version } });

/** One saved state of a dashboard, which never changes. */
export const dashboardVersion = (dashboardId: string, version: number) =>
  queryOptions({
    queryKey: ["dashboard-version", dashboardId, version],
    queryFn: ({ signal }) => api.dashboards.version({ dashboardId, version }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
