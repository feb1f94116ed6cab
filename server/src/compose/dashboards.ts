import type { Database } from "../adapters/sql/database.ts";
import { SqlDashboardStore } from "../adapters/sql/stores/dashboard-store.ts";
import type { Audit } from "../core/audit/index.ts";
import {
  type DashboardLimits,
  Dashboards,
  DashboardTrash,
  DashboardVersions,
  HomeDashboards,
} from "../core/dashboards/index.ts";
import type { Projects } from "../core/projects/index.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";

/** Dashboards, what they were, and which of them open first. */
export interface DashboardRooms {
  readonly dashboards: Dashboards;
  readonly dashboardVersions: DashboardVersions;
  readonly dashboardTrash: DashboardTrash;
  readonly homeDashboards: HomeDashboards;
}

interface Around {
  readonly database: Database;
  readonly projects: Projects;
  readonly audit: Audit;
  readonly clock: Clock;
}

export function composeDashboards(config: Config, { database, projects, audit, clock }: Around): DashboardRooms {
  const store = new SqlDashboardStore(database);
  const dashboards = new Dashboards({ store, projects, audit, clock, limits: limitsOf(config) });
  return {
    dashboards,
    dashboardVersions: new DashboardVersions({ store, dashboards }),
    dashboardTrash: new DashboardTrash({ store, audit, clock, keepMs: config.dashboardTrash }),
    homeDashboards: new HomeDashboards({ store, dashboards, audit }),
  };
}

const limitsOf = (config: Config): DashboardLimits => ({
  perTenant: config.dashboardsPerTenant,
  versions: config.dashboardVersions,
  versionBytes: config.dashboardVersionBytes,
});
