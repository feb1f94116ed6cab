import type { HomePage } from "@heliograph/contract";
import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { projectList } from "./api/projects.ts";
import { queryClient, session } from "./app.ts";
import { appearanceOf } from "./appearance/use-appearance.ts";
import { type DashboardSearch, dashboardSearchOf } from "./dashboards/dashboard-search.ts";
import { type AlarmSearch, alarmSearchOf } from "./pages/alarms/alarm-search.ts";
import { type CalculatedSearch, calculatedSearchOf } from "./pages/calculated-channels/calculated-search.ts";
import {
  type ConnectSearch,
  connectSearchOf,
  type FirstStepsSearch,
  firstStepsSearchOf,
} from "./pages/connect/connect-search.ts";
import { type FilesSearch, filesSearchOf } from "./pages/device/files/files-search.ts";
import { type TelemetrySearch, telemetrySearchOf } from "./pages/device/telemetry/telemetry-search.ts";
import { type DeviceListSearch, deviceListSearchOf } from "./pages/devices/device-list-search.ts";
import { type InboxSearch, inboxSearchOf } from "./pages/inbox/inbox-search.ts";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { type DeliverySearch, deliverySearchOf } from "./pages/notifications/deliveries/delivery-search.ts";
import { type ReportSearch, reportSearchOf } from "./pages/reports/report-search.ts";
import { type NewRuleSearch, newRuleSearchOf, type RuleSearch, ruleSearchOf } from "./pages/rules/rule-search.ts";
import {
  type NewScheduleSearch,
  newScheduleSearchOf,
  type ScheduleSearch,
  scheduleSearchOf,
} from "./pages/schedules/schedule-search.ts";
import { stringifyAddress } from "./shell/address-search.ts";
import { lazyPage } from "./shell/lazy-page.tsx";
import { pageNeeds, tabNeeds } from "./shell/page-needs.ts";
import { Shell } from "./shell/shell.tsx";
import { isNewHome } from "./state/project.ts";
import { type TimeChoice, timeChoiceOf } from "./time-range/shown-time.ts";
import { ErrorState, Skeleton } from "./ui/states.tsx";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

function isOutsideOfTenants(): boolean {
  const state = session.state.get();
  return state.kind === "signed-in" && state.user.tenantId === undefined;
}

/** Where the tenant wants people to begin; what cannot be read keeps nobody out. */
async function homePage(): Promise<HomePage | null | undefined> {
  const state = session.state.get();
  if (state.kind !== "signed-in" || !state.user.tenantId) return undefined;
  const tenantId = state.user.tenantId.id;
  try {
    const { homePage: home } = await queryClient.ensureQueryData(appearanceOf(tenantId));
    return home?.kind === "PROJECT" && !(await isThere(tenantId, home.projectId)) ? undefined : home;
  } catch {
    return undefined;
  }
}

/** A project may be gone by now, or not be for everybody. */
async function isThere(tenantId: string, projectId: string | undefined): Promise<boolean> {
  const { data } = await queryClient.ensureQueryData(projectList(tenantId));
  return data.some(({ id }) => id.id === projectId);
}

/** The list begins with what was looked at last [PRJ1]: the home project is that only when one is sent there first. */
function beginningAt(project: string): DeviceListSearch {
  const state = session.state.get();
  const tenantId = state.kind === "signed-in" ? state.user.tenantId?.id : undefined;
  return tenantId !== undefined && isNewHome(tenantId, project) ? { project } : {};
}

/** Pages about one's own tenant: a system administrator has none and chooses one first. */
function inOwnTenant(): void {
  if (isOutsideOfTenants()) throw redirect({ to: "/tenants" });
}

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async ({ preload }) => {
    if (isOutsideOfTenants()) throw redirect({ to: "/tenants" });
    const home = await homePage();
    if (home?.kind === "PROJECTS") throw redirect({ to: "/projects" });
    throw redirect({ to: "/devices", search: home?.projectId && !preload ? beginningAt(home.projectId) : {} });
  },
});

const devices = createRoute({
  getParentRoute: () => root,
  path: "/devices",
  staticData: { needs: pageNeeds.devices },
  beforeLoad: inOwnTenant,
  validateSearch: (search): DeviceListSearch => deviceListSearchOf(search),
  component: lazyPage(() => import("./pages/devices/devices-page.tsx"), "DevicesPage"),
});

const newDevice = createRoute({
  getParentRoute: () => root,
  path: "/devices/new",
  staticData: { needs: pageNeeds.newDevice },
  beforeLoad: inOwnTenant,
  validateSearch: (search): FirstStepsSearch => firstStepsSearchOf(search),
  component: lazyPage(() => import("./pages/connect/first-steps-page.tsx"), "FirstStepsPage"),
});

const device = createRoute({
  getParentRoute: () => root,
  path: "/devices/$deviceId",
  staticData: { needs: pageNeeds.devices },
  component: lazyPage(() => import("./pages/device/device-page.tsx"), "DevicePage"),
});

const deviceTabs = [
  createRoute({
    getParentRoute: () => device,
    path: "/",
    component: lazyPage(() => import("./pages/device/overview/overview-tab.tsx"), "OverviewTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/telemetry",
    staticData: { needs: tabNeeds.telemetry },
    validateSearch: (search): TelemetrySearch => telemetrySearchOf(search),
    component: lazyPage(() => import("./pages/device/telemetry/telemetry-tab.tsx"), "TelemetryTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/attributes",
    staticData: { needs: tabNeeds.attributes },
    component: lazyPage(() => import("./pages/device/attributes/attributes-tab.tsx"), "AttributesTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/files",
    staticData: { needs: tabNeeds.files },
    validateSearch: (search): FilesSearch => filesSearchOf(search),
    component: lazyPage(() => import("./pages/device/files/files-tab.tsx"), "FilesTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/communication",
    staticData: { needs: tabNeeds.communication },
    validateSearch: (search): TimeChoice => timeChoiceOf(search),
    component: lazyPage(() => import("./pages/device/communication/communication-tab.tsx"), "CommunicationTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/commands",
    staticData: { needs: tabNeeds.commands },
    component: lazyPage(() => import("./pages/device/commands/commands-tab.tsx"), "CommandsTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/credentials",
    staticData: { needs: tabNeeds.credentials },
    component: lazyPage(() => import("./pages/device/credentials/credentials-tab.tsx"), "CredentialsTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/alarms",
    staticData: { needs: tabNeeds.alarms },
    validateSearch: (search): TimeChoice => timeChoiceOf(search),
    component: lazyPage(() => import("./pages/device/alarms/alarms-tab.tsx"), "AlarmsTab"),
  }),
  createRoute({
    getParentRoute: () => device,
    path: "/history",
    staticData: { needs: tabNeeds.history },
    validateSearch: (search): TimeChoice => timeChoiceOf(search),
    component: lazyPage(() => import("./pages/device/history/history-tab.tsx"), "HistoryTab"),
  }),
] as const;

const alarms = createRoute({
  getParentRoute: () => root,
  path: "/alarms",
  staticData: { needs: pageNeeds.alarms },
  beforeLoad: inOwnTenant,
  validateSearch: (search): AlarmSearch => alarmSearchOf(search),
  component: lazyPage(() => import("./pages/alarms/alarms-page.tsx"), "AlarmsPage"),
});

const rules = createRoute({
  getParentRoute: () => root,
  path: "/rules",
  staticData: { needs: pageNeeds.rules },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/rules/rules-page.tsx"), "RulesPage"),
});

const newRule = createRoute({
  getParentRoute: () => root,
  path: "/rules/new",
  staticData: { needs: pageNeeds.rules },
  beforeLoad: inOwnTenant,
  validateSearch: (search): NewRuleSearch => newRuleSearchOf(search),
  component: lazyPage(() => import("./pages/rules/editor/new-rule-page.tsx"), "NewRulePage"),
});

const rule = createRoute({
  getParentRoute: () => root,
  path: "/rules/$ruleId",
  staticData: { needs: pageNeeds.rules },
  beforeLoad: inOwnTenant,
  validateSearch: (search): RuleSearch => ruleSearchOf(search),
  component: lazyPage(() => import("./pages/rules/editor/rule-page.tsx"), "RulePage"),
});

const calculatedChannels = createRoute({
  getParentRoute: () => root,
  path: "/calculated",
  staticData: { needs: pageNeeds.calculated },
  beforeLoad: inOwnTenant,
  validateSearch: (search): CalculatedSearch => calculatedSearchOf(search),
  component: lazyPage(
    () => import("./pages/calculated-channels/calculated-channels-page.tsx"),
    "CalculatedChannelsPage",
  ),
});

const newCalculated = createRoute({
  getParentRoute: () => root,
  path: "/calculated/new",
  staticData: { needs: pageNeeds.calculated },
  beforeLoad: inOwnTenant,
  validateSearch: (search): CalculatedSearch => calculatedSearchOf(search),
  component: lazyPage(() => import("./pages/calculated-channels/editor/new-calculated-page.tsx"), "NewCalculatedPage"),
});

const calculatedChannel = createRoute({
  getParentRoute: () => root,
  path: "/calculated/$channelId",
  staticData: { needs: pageNeeds.calculated },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/calculated-channels/editor/calculated-page.tsx"), "CalculatedPage"),
});

const schedules = createRoute({
  getParentRoute: () => root,
  path: "/schedules",
  staticData: { needs: pageNeeds.schedules },
  beforeLoad: inOwnTenant,
  validateSearch: (search): ScheduleSearch => scheduleSearchOf(search),
  component: lazyPage(() => import("./pages/schedules/schedules-page.tsx"), "SchedulesPage"),
});

const newSchedule = createRoute({
  getParentRoute: () => root,
  path: "/schedules/new",
  staticData: { needs: pageNeeds.schedules },
  beforeLoad: inOwnTenant,
  validateSearch: (search): NewScheduleSearch => newScheduleSearchOf(search),
  component: lazyPage(() => import("./pages/schedules/editor/new-schedule-page.tsx"), "NewSchedulePage"),
});

const schedule = createRoute({
  getParentRoute: () => root,
  path: "/schedules/$scheduleId",
  staticData: { needs: pageNeeds.schedules },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/schedules/editor/schedule-page.tsx"), "SchedulePage"),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: "/reports",
  staticData: { needs: pageNeeds.reports },
  beforeLoad: inOwnTenant,
  validateSearch: (search): ReportSearch => reportSearchOf(search),
  component: lazyPage(() => import("./pages/reports/reports-page.tsx"), "ReportsPage"),
});

const dashboards = createRoute({
  getParentRoute: () => root,
  path: "/dashboards",
  staticData: { needs: pageNeeds.dashboards },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/dashboards/dashboards-page.tsx"), "DashboardsPage"),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: "/dashboards/$dashboardId",
  staticData: { needs: pageNeeds.dashboards },
  beforeLoad: inOwnTenant,
  validateSearch: (search): DashboardSearch => dashboardSearchOf(search),
  component: lazyPage(() => import("./pages/dashboards/dashboard-page.tsx"), "DashboardPage"),
});

const dashboardTrash = createRoute({
  getParentRoute: () => root,
  path: "/dashboards/trash",
  staticData: { needs: pageNeeds.dashboardEditor },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/dashboards/trash-page.tsx"), "TrashPage"),
});

const dashboardEditor = createRoute({
  getParentRoute: () => root,
  path: "/dashboards/$dashboardId/edit",
  staticData: { needs: pageNeeds.dashboardEditor },
  beforeLoad: inOwnTenant,
  validateSearch: (search): DashboardSearch => dashboardSearchOf(search),
  component: lazyPage(() => import("./pages/dashboards/editor-page.tsx"), "EditorPage"),
});

const maintenance = createRoute({
  getParentRoute: () => root,
  path: "/maintenance",
  staticData: { needs: pageNeeds.maintenance },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/maintenance/maintenance-page.tsx"), "MaintenancePage"),
});

const policies = createRoute({
  getParentRoute: () => root,
  path: "/notifications",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/notifications/policies/policies-page.tsx"), "PoliciesPage"),
});

const newPolicy = createRoute({
  getParentRoute: () => root,
  path: "/notifications/policies/new",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/notifications/policies/policy-page.tsx"), "NewPolicyPage"),
});

const policy = createRoute({
  getParentRoute: () => root,
  path: "/notifications/policies/$policyId",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/notifications/policies/policy-page.tsx"), "PolicyPage"),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: "/notifications/webhooks",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/notifications/webhooks/webhooks-page.tsx"), "WebhooksPage"),
});

const deliveries = createRoute({
  getParentRoute: () => root,
  path: "/notifications/deliveries",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  validateSearch: (search): DeliverySearch => deliverySearchOf(search),
  component: lazyPage(() => import("./pages/notifications/deliveries/deliveries-page.tsx"), "DeliveriesPage"),
});

/** One's own: whoever is in a tenant has one. */
const inbox = createRoute({
  getParentRoute: () => root,
  path: "/notifications/inbox",
  beforeLoad: inOwnTenant,
  validateSearch: (search): InboxSearch => inboxSearchOf(search),
  component: lazyPage(() => import("./pages/inbox/inbox-page.tsx"), "InboxPage"),
});

const types = createRoute({
  getParentRoute: () => root,
  path: "/types",
  staticData: { needs: pageNeeds.types },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/device-types/types-page.tsx"), "TypesPage"),
});

const type = createRoute({
  getParentRoute: () => root,
  path: "/types/$typeId",
  staticData: { needs: pageNeeds.types },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/device-types/type-page.tsx"), "TypePage"),
});

const projects = createRoute({
  getParentRoute: () => root,
  path: "/projects",
  staticData: { needs: pageNeeds.projects },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/projects/projects-page.tsx"), "ProjectsPage"),
});

const users = createRoute({
  getParentRoute: () => root,
  path: "/users",
  staticData: { needs: pageNeeds.users },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/users/users-page.tsx"), "UsersPage"),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: "/roles",
  staticData: { needs: pageNeeds.roles },
  component: lazyPage(() => import("./pages/users/roles-page.tsx"), "RolesPage"),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: "/audit",
  staticData: { needs: pageNeeds.audit },
  validateSearch: (search): TimeChoice => timeChoiceOf(search),
  component: lazyPage(() => import("./pages/audit/audit-page.tsx"), "AuditPage"),
});

const jobs = createRoute({
  getParentRoute: () => root,
  path: "/jobs",
  staticData: { needs: pageNeeds.jobs },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/jobs/jobs-page.tsx"), "JobsPage"),
});

const tenants = createRoute({
  getParentRoute: () => root,
  path: "/tenants",
  staticData: { needs: pageNeeds.tenants },
  component: lazyPage(() => import("./pages/tenants/tenants-page.tsx"), "TenantsPage"),
});

const tenantUsers = createRoute({
  getParentRoute: () => root,
  path: "/tenants/$tenantId/users",
  staticData: { needs: pageNeeds.users },
  component: lazyPage(() => import("./pages/tenants/tenant-users-page.tsx"), "TenantUsersPage"),
});

const tenantSettings = createRoute({
  getParentRoute: () => root,
  path: "/tenants/$tenantId/settings",
  staticData: { needs: pageNeeds.settings },
  component: lazyPage(() => import("./pages/tenants/tenant-settings-page.tsx"), "TenantSettingsPage"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  staticData: { needs: pageNeeds.settings },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("./pages/tenants/settings-page.tsx"), "SettingsPage"),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: "/profile",
  component: lazyPage(() => import("./pages/profile/profile-page.tsx"), "ProfilePage"),
});

const apiDescription = createRoute({
  getParentRoute: () => root,
  path: "/api-description",
  staticData: { needs: pageNeeds.apiDescription },
  component: lazyPage(() => import("./pages/api-description/api-description-page.tsx"), "ApiDescriptionPage"),
});

const connect = createRoute({
  getParentRoute: () => root,
  path: "/connect",
  validateSearch: (search): ConnectSearch => connectSearchOf(search),
  component: lazyPage(() => import("./pages/connect/connect-page.tsx"), "ConnectPage"),
});

/** What it was called before. */
const help = createRoute({
  getParentRoute: () => root,
  path: "/help",
  beforeLoad: () => {
    throw redirect({ to: "/connect" });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    devices,
    newDevice,
    device.addChildren(deviceTabs),
    dashboards,
    dashboard,
    dashboardEditor,
    dashboardTrash,
    alarms,
    rules,
    newRule,
    rule,
    calculatedChannels,
    newCalculated,
    calculatedChannel,
    schedules,
    newSchedule,
    reports,
    schedule,
    maintenance,
    policies,
    newPolicy,
    policy,
    webhooks,
    deliveries,
    inbox,
    types,
    type,
    projects,
    users,
    roles,
    audit,
    jobs,
    tenants,
    tenantUsers,
    tenantSettings,
    settings,
    profile,
    apiDescription,
    connect,
    help,
  ]),
  stringifySearch: stringifyAddress,
  defaultPreload: "intent",
  defaultPendingComponent: () => (
    <div className="page">
      <Skeleton />
    </div>
  ),
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
