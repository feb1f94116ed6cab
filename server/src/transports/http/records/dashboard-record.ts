import type {
  DashboardFile,
  DashboardInfo,
  DashboardInput,
  DashboardNames,
  DashboardRecord,
  DashboardVersionInfo,
  DashboardVersionRecord,
  HomeDashboardInfo,
  TrashedDashboard,
} from "@heliograph/contract";
import type {
  Dashboard,
  DashboardChange,
  DashboardHead,
  DashboardVersion,
  TrashedHead,
  VersionHead,
} from "../../../core/dashboards/index.ts";
import type { DashboardId } from "../../../kernel/ids.ts";
import { projectIdIn, projectReferenceOf } from "./project-record.ts";

export const dashboardIdOf = (text: string): DashboardId => text.toLowerCase() as DashboardId;

export const dashboardInfoOf = (head: DashboardHead): DashboardInfo => ({
  id: { entityType: "DASHBOARD", id: head.id },
  createdTime: head.createdTime,
  tenantId: { entityType: "TENANT", id: head.tenantId },
  projectId: projectReferenceOf(head.projectId),
  title: head.title,
  name: head.title,
  version: head.version,
  savedTime: head.savedTime,
  savedBy: head.savedBy,
});

export const dashboardRecordOf = (dashboard: Dashboard): DashboardRecord => ({
  ...dashboardInfoOf(dashboard),
  configuration: dashboard.configuration,
});

export const trashedRecordOf = (head: TrashedHead, keepMs: number): TrashedDashboard => ({
  ...dashboardInfoOf(head),
  deletedTime: head.deletedTime,
  deletedBy: head.deletedBy,
  goneAt: head.deletedTime + keepMs,
});

export const versionInfoOf = ({ version, title, savedTime, savedBy }: VersionHead): DashboardVersionInfo => ({
  ...{ version, title, savedTime, savedBy },
});

export const versionRecordOf = (version: DashboardVersion): DashboardVersionRecord => ({
  ...versionInfoOf(version),
  configuration: version.configuration,
});

/** Without what belongs to one installation. */
export const dashboardFileOf = ({ title, configuration }: Dashboard, names: DashboardNames): DashboardFile => ({
  format: "heliograph-dashboard-1",
  title,
  ...(Object.keys(names).length > 0 && { names }),
  configuration,
});

export const homeInfoOf = (home: DashboardHead | undefined): HomeDashboardInfo => ({
  dashboardId: home ? { entityType: "DASHBOARD", id: home.id } : null,
  hideDashboardToolbar: false,
});

/** What is left out stays; null is the tenant itself. */
export const dashboardChangeOf = ({ title, projectId, configuration }: DashboardInput): DashboardChange => ({
  title,
  projectId: projectId === undefined ? undefined : projectIdIn(projectId),
  configuration,
});
