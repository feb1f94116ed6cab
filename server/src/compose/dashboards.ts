import type { Database } from "../adapters/sql/database.ts";
import { SqlDashboardStore } from "../adapters/sql/stores/dashboard-store.ts";
import { SqlReferenceNames } from "../adapters/sql/stores/reference-names.ts";
import type { Alarms } from "../core/alarms/index.ts";
import type { Attributes } from "../core/attributes/index.ts";
import type { Audit } from "../core/audit/index.ts";
import { DashboardData } from "../core/dashboard-data/index.ts";
import {
  type DashboardLimits,
  Dashboards,
  DashboardTrash,
  DashboardVersions,
  HomeDashboards,
} from "../core/dashboards/index.ts";
import type { DeviceGroups, GroupMembers } from "../core/device-groups/index.ts";
import type { Devices } from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import type { FileRequests, Files } from "../core/files/index.ts";
import type { Projects } from "../core/projects/index.ts";
import type { ReferenceNames } from "../core/references/index.ts";
import type { NewestPoints, TelemetryStore } from "../core/telemetry/index.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";

/** Dashboards, what they were, and which of them open first. */
export interface DashboardRooms {
  readonly dashboards: Dashboards;
  readonly dashboardVersions: DashboardVersions;
  readonly dashboardTrash: DashboardTrash;
  readonly homeDashboards: HomeDashboards;
  readonly referenceNames: ReferenceNames;
}

export type DashboardDataRoom = ReturnType<typeof composeDashboardData>;

interface Around {
  readonly database: Database;
  readonly projects: Projects;
  readonly audit: Audit;
  readonly events: EventBus;
  readonly clock: Clock;
}

export function composeDashboards(config: Config, around: Around): DashboardRooms {
  const { database, projects, audit, events, clock } = around;
  const store = new SqlDashboardStore(database);
  const dashboards = new Dashboards({ store, projects, audit, events, clock, limits: limitsOf(config) });
  return {
    dashboards,
    dashboardVersions: new DashboardVersions({ store, dashboards }),
    dashboardTrash: new DashboardTrash({ store, audit, events, clock, keepMs: config.dashboardTrash }),
    homeDashboards: new HomeDashboards({ store, dashboards, audit }),
    referenceNames: new SqlReferenceNames(database),
  };
}

const limitsOf = (config: Config): DashboardLimits => ({
  perTenant: config.dashboardsPerTenant,
  versions: config.dashboardVersions,
  versionBytes: config.dashboardVersionBytes,
});

interface DataAround {
  readonly devices: Devices;
  readonly deviceGroups: DeviceGroups;
  readonly groupMembers: GroupMembers;
  readonly projects: Projects;
  readonly telemetryStore: TelemetryStore & NewestPoints;
  readonly attributes: Attributes;
  readonly alarms: Alarms;
  readonly files: Files;
  readonly fileRequests: FileRequests;
}

/** What pages ask, answered from everywhere [DSH4]. */
export function composeDashboardData(config: Config, around: DataAround): { readonly dashboardData: DashboardData } {
  const { devices, deviceGroups, groupMembers, projects, attributes, alarms, files, fileRequests } = around;
  const dashboardData = new DashboardData({
    choosing: { devices, deviceGroups, groupMembers, projects },
    sources: { telemetry: around.telemetryStore, attributes, alarms, files, fileRequests },
    limits: {
      devices: config.queryDevices,
      series: config.querySeries,
      latest: config.queryLatest,
      points: config.queryPoints,
      values: config.queryValues,
    },
  });
  return { dashboardData };
}
