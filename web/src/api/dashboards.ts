import type { DashboardFile, DashboardInput, ShareRequest } from "@heliograph/contract";
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

/** As it is at this moment, whatever was read before. */
export const readDashboard = (dashboardId: string) => api.dashboards.get({ dashboardId });

export const saveDashboard = (body: DashboardInput) => api.dashboards.save({ body });

export const exportDashboard = (dashboardId: string) => api.dashboards.exportFile({ dashboardId });

/** What is in the file is the server's to judge. */
export const importDashboard = (body: DashboardFile, projectId: string | undefined) =>
  api.dashboards.importFile({ body, ...(projectId && { projectId }) });

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

/** Into the trash. */
export const deleteDashboard = (dashboardId: string) => api.dashboards.remove({ dashboardId });

/** Those that are kept, the newest first. */
export const dashboardVersions = (dashboardId: string) =>
  queryOptions({
    queryKey: ["dashboard-versions", dashboardId],
    queryFn: ({ signal }) => api.dashboards.versions({ dashboardId }, { signal }),
  });

export const dashboardTrash = (tenantId: string, limit: number) =>
  queryOptions({
    queryKey: ["dashboards", tenantId, "trash", limit],
    queryFn: ({ signal }) => api.dashboards.trash({ page: 0, limit }, { signal }),
    placeholderData: keepPreviousData,
  });

export const takeBackDashboard = (trashedDashboardId: string) => api.dashboards.takeBack({ trashedDashboardId });

export const purgeDashboard = (trashedDashboardId: string) => api.dashboards.purge({ trashedDashboardId });
