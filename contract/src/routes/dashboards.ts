import { Type } from "typebox";
import {
  DashboardDiff,
  DashboardDiffQuery,
  DashboardFile,
  DashboardIdsQuery,
  DashboardImport,
  DashboardInfo,
  DashboardInput,
  DashboardListQuery,
  DashboardParams,
  DashboardRecord,
  DashboardRestore,
  DashboardVersionInfo,
  DashboardVersionParams,
  DashboardVersionRecord,
  ExportedDashboard,
  HomeDashboardInfo,
  HomeDashboardInput,
  TrashedDashboard,
  TrashedDashboardParams,
} from "../dashboards/dashboard.ts";
import { pageOf, pageQuery } from "../paging.ts";
import { anyUser, needs } from "./access.ts";
import { Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Dashboards";

/** Dashboards as they are [DSH2]. Those outside of one's projects do not exist [PRJ1]. */
export const dashboardRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/tenant/dashboards",
    access: needs("VIEW_DASHBOARDS"),
    work: "lists",
    tag,
    summary: "The dashboards within reach; what is on each is read one by one",
    query: DashboardListQuery,
    answers: { 200: pageOf(DashboardInfo) },
  },

  some: {
    method: "GET",
    path: "/api/dashboards",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "Some dashboards by their ids, in that order",
    query: DashboardIdsQuery,
    answers: { 200: Type.Array(DashboardInfo) },
  },

  info: {
    method: "GET",
    path: "/api/dashboard/info/:dashboardId",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "One dashboard without what is on it",
    params: DashboardParams,
    answers: { 200: DashboardInfo },
  },

  get: {
    method: "GET",
    path: "/api/dashboard/:dashboardId",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "One dashboard; options of widgets are of their newest version",
    params: DashboardParams,
    answers: { 200: DashboardRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/dashboard/:dashboardId",
    access: needs("EDIT_DASHBOARDS"),
    tag,
    summary: "Put a dashboard into the trash, where it stays for a while",
    params: DashboardParams,
    answers: { 200: Done },
  },

  exportFile: {
    method: "GET",
    path: "/api/dashboard/:dashboardId/export",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "The dashboard as a file, for another tenant or installation",
    params: DashboardParams,
    answers: { 200: ExportedDashboard },
  },

  serverTime: {
    method: "GET",
    path: "/api/dashboard/serverTime",
    access: anyUser,
    tag,
    summary: "The server's clock, Unix milliseconds",
    answers: { 200: Type.Integer({ examples: [1794700800000] }) },
  },

  maxDatapointsLimit: {
    method: "GET",
    path: "/api/dashboard/maxDatapointsLimit",
    access: anyUser,
    tag,
    summary: "How many points one question about data is answered with at most",
    answers: { 200: Type.Integer({ examples: [1_000_000] }) },
  },
});

/** Those that bring a whole dashboard: it may be larger than other bodies. */
export const dashboardContentRoutes = routesOf({
  save: {
    method: "POST",
    path: "/api/dashboard",
    access: needs("EDIT_DASHBOARDS"),
    tag,
    summary: "Create a dashboard, or save a new version of the one the body names by its id and version",
    description:
      "A version that is not the newest is 409, with who saved the newest and when: read both, put them together, save " +
      "again. Widgets of a kind or version that this server does not know are kept as they are where they were there before.",
    body: DashboardInput,
    answers: { 200: DashboardRecord, 201: DashboardRecord },
  },

  importFile: {
    method: "POST",
    path: "/api/dashboard/import",
    access: needs("EDIT_DASHBOARDS"),
    tag,
    summary: "Create a dashboard from a file",
    query: DashboardImport,
    body: DashboardFile,
    answers: { 201: DashboardRecord },
  },
});

/** What a dashboard was before [DSH2]. */
export const dashboardVersionRoutes = routesOf({
  versions: {
    method: "GET",
    path: "/api/dashboard/:dashboardId/versions",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "The versions that are kept, the newest first",
    params: DashboardParams,
    answers: { 200: Type.Array(DashboardVersionInfo) },
  },

  version: {
    method: "GET",
    path: "/api/dashboard/:dashboardId/versions/:version",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "One version as a whole",
    params: DashboardVersionParams,
    answers: { 200: DashboardVersionRecord },
  },

  diff: {
    method: "GET",
    path: "/api/dashboard/:dashboardId/diff",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "What differs between two versions, value by value",
    params: DashboardParams,
    query: DashboardDiffQuery,
    answers: { 200: DashboardDiff },
  },

  restore: {
    method: "POST",
    path: "/api/dashboard/:dashboardId/restore",
    access: needs("EDIT_DASHBOARDS"),
    tag,
    summary: "Save an earlier version as the newest",
    params: DashboardParams,
    body: DashboardRestore,
    answers: { 200: DashboardRecord },
  },
});

/** What was deleted and can be taken back [DSH2]. */
export const dashboardTrashRoutes = routesOf({
  trash: {
    method: "GET",
    path: "/api/dashboards/trash",
    access: needs("EDIT_DASHBOARDS"),
    work: "lists",
    tag,
    summary: "The dashboards in the trash, those deleted last first",
    query: Type.Object({ ...pageQuery }),
    answers: { 200: pageOf(TrashedDashboard) },
  },

  takeBack: {
    method: "POST",
    path: "/api/dashboards/trash/:trashedDashboardId/restore",
    access: needs("EDIT_DASHBOARDS"),
    tag,
    summary: "Take a dashboard out of the trash",
    params: TrashedDashboardParams,
    answers: { 200: DashboardInfo },
  },

  purge: {
    method: "DELETE",
    path: "/api/dashboards/trash/:trashedDashboardId",
    access: needs("EDIT_DASHBOARDS"),
    tag,
    summary: "Remove a dashboard that is in the trash for good, with all its versions",
    params: TrashedDashboardParams,
    answers: { 200: Done },
  },
});

/** What opens first [DSH2]. */
export const homeDashboardRoutes = routesOf({
  home: {
    method: "GET",
    path: "/api/dashboard/home",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "The dashboard that opens first: one's own choice, or the tenant's; 404 where none is set",
    answers: { 200: DashboardRecord },
  },

  homeInfo: {
    method: "GET",
    path: "/api/dashboard/home/info",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "Which dashboard opens first, if any",
    answers: { 200: HomeDashboardInfo },
  },

  setHome: {
    method: "POST",
    path: "/api/dashboard/home/info",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "Choose the dashboard that opens first for oneself in this tenant; null leaves it to the tenant",
    body: HomeDashboardInput,
    answers: { 200: HomeDashboardInfo },
  },

  tenantHomeInfo: {
    method: "GET",
    path: "/api/tenant/dashboard/home/info",
    access: needs("VIEW_DASHBOARDS"),
    tag,
    summary: "The dashboard that opens first for those who chose none, if any",
    answers: { 200: HomeDashboardInfo },
  },

  setTenantHome: {
    method: "POST",
    path: "/api/tenant/dashboard/home/info",
    access: needs("MANAGE_SETTINGS", "VIEW_DASHBOARDS"),
    tag,
    summary: "Choose the dashboard that opens first for those of the tenant who chose none",
    body: HomeDashboardInput,
    answers: { 200: HomeDashboardInfo },
  },
});
