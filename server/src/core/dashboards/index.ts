export type {
  Dashboard,
  DashboardHead,
  DashboardText,
  TrashedHead,
  VersionHead,
  VersionText,
} from "./dashboard.ts";
export type { DashboardQuery, DashboardStore, Saver, VersionLimits } from "./dashboard-store.ts";
export { DashboardTrash } from "./dashboard-trash.ts";
export { type DashboardVersion, DashboardVersions } from "./dashboard-versions.ts";
export { type DashboardChange, type DashboardLimits, Dashboards } from "./dashboards.ts";
export { dashboardVersionNeeded, homeDashboardNotSet } from "./errors.ts";
export { HomeDashboards } from "./home-dashboards.ts";
export { namesIn, settled } from "./travelling.ts";
