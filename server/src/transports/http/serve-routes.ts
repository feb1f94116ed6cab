import type { FastifyInstance } from "fastify";
import type {
  AccessGiving,
  ApiKeys,
  Invitations,
  Login,
  PasswordResets,
  Roles,
  SecondFactors,
  Sessions,
  SignIn,
  UserPreferences,
  Users,
} from "../../core/access/index.ts";
import type { Attributes } from "../../core/attributes/index.ts";
import type { ChosenTokens, DeviceStore } from "../../core/devices/index.ts";
import type { Projects } from "../../core/projects/index.ts";
import type { HistoryDepths, TenantSettingsStore, Tenants, TermsOfUse } from "../../core/tenants/index.ts";
import type { HttpApp } from "../http-app.ts";
import type { OrderingParts } from "./device-order.ts";
import type { HttpMetrics } from "./metrics.ts";
import type { MetricsAccess } from "./metrics-access.ts";
import type { WorkGuard } from "./places/guard-work.ts";
import { readBodiesAsBytes } from "./raw-json-bodies.ts";
import { serveAccount } from "./routes/account.ts";
import { serveAlarmLists } from "./routes/alarm-lists.ts";
import { serveAlarmSilence } from "./routes/alarm-silence.ts";
import { type AlarmDependencies, serveAlarmComments, serveAlarms } from "./routes/alarms.ts";
import { serveApiKeys } from "./routes/api-keys.ts";
import { serveAttributes } from "./routes/attributes.ts";
import { type AuditDependencies, serveAudit } from "./routes/audit.ts";
import { serveAuth } from "./routes/auth.ts";
import {
  type CalculatedDependencies,
  serveCalculatedChannels,
  serveCalculatedTrials,
} from "./routes/calculated-channels.ts";
import { type ChannelSearchDependencies, serveChannelSearch } from "./routes/channel-search.ts";
import { type CommandDependencies, serveCommands } from "./routes/commands.ts";
import { type CommunicationDependencies, serveCommunication } from "./routes/communication.ts";
import { type DashboardDataDependencies, serveDashboardData } from "./routes/dashboard-data.ts";
import { serveDashboardHistory } from "./routes/dashboard-history.ts";
import { type DashboardShareDependencies, serveDashboardShares } from "./routes/dashboard-shares.ts";
import {
  type DashboardDependencies,
  serveDashboardContents,
  serveDashboards,
  serveHomeDashboards,
} from "./routes/dashboards.ts";
import { type DeviceChannelDependencies, serveDeviceChannels } from "./routes/device-channels.ts";
import { serveDeviceCredentials } from "./routes/device-credentials.ts";
import { type DeviceExportDependencies, serveDeviceExport } from "./routes/device-export.ts";
import { type DeviceGroupDependencies, serveDeviceGroups } from "./routes/device-groups.ts";
import { serveDeviceImport } from "./routes/device-import.ts";
import { serveDeviceInfos } from "./routes/device-infos.ts";
import { type DeviceOverviewDependencies, serveDeviceOverview } from "./routes/device-overview.ts";
import { type DevicePositionDependencies, serveDevicePositions } from "./routes/device-positions.ts";
import { type DeviceTypeDependencies, serveDeviceTypeContents, serveDeviceTypes } from "./routes/device-types.ts";
import { type DeviceViewDependencies, serveDeviceViews } from "./routes/device-views.ts";
import { serveDevices } from "./routes/devices.ts";
import { type DownloadDependencies, serveDownloads } from "./routes/downloads.ts";
import { type FileContentDependencies, serveFileContent } from "./routes/file-content.ts";
import { serveXmlFileList } from "./routes/file-list-xml.ts";
import { type FileReadingDependencies, serveFileReading } from "./routes/file-reading.ts";
import { serveFileRequests } from "./routes/file-requests.ts";
import { serveFileSamples } from "./routes/file-samples.ts";
import { serveFileUpload } from "./routes/file-upload.ts";
import { type FileDependencies, serveFiles } from "./routes/files.ts";
import { serveInvitations } from "./routes/invitations.ts";
import { type JobDependencies, serveJobs } from "./routes/jobs.ts";
import { type MailDependencies, serveMail } from "./routes/mail.ts";
import { type MapDependencies, serveMap } from "./routes/map.ts";
import { type NoteDependencies, serveNotes } from "./routes/notes.ts";
import {
  type NotificationDependencies,
  serveInbox,
  serveNotificationPolicies,
  serveNotifications,
} from "./routes/notifications.ts";
import { serveOpenApi } from "./routes/openapi.ts";
import { serveOperations } from "./routes/operations.ts";
import { serveOwnRoles } from "./routes/own-roles.ts";
import { servePasswordResets } from "./routes/password-resets.ts";
import { servePreferences } from "./routes/preferences.ts";
import { serveProjects } from "./routes/projects.ts";
import { type ReportDependencies, serveReports } from "./routes/reports.ts";
import { serveRoles } from "./routes/roles.ts";
import { type RpcDependencies, serveRpc } from "./routes/rpc.ts";
import { serveRuleLimits } from "./routes/rule-limits.ts";
import { type RuleDependencies, serveRuleHistory, serveRules, serveRuleTrials } from "./routes/rules.ts";
import { type SavedCommandDependencies, serveSavedCommands } from "./routes/saved-commands.ts";
import { type ScheduleDependencies, serveSchedules } from "./routes/schedules.ts";
import { serveSecondFactors } from "./routes/second-factors.ts";
import { type ServerInfoDependencies, serveServerInfo } from "./routes/server-info.ts";
import { type SharedDependencies, serveShared } from "./routes/shared.ts";
import { serveTelemetry, type TelemetryDependencies } from "./routes/telemetry.ts";
import { serveTenantLimits, type TenantLimitsDependencies } from "./routes/tenant-limits.ts";
import { serveTenantSettings } from "./routes/tenant-settings.ts";
import { serveTenants } from "./routes/tenants.ts";
import { serveTerms } from "./routes/terms.ts";
import { serveUsers } from "./routes/users.ts";

export interface RouteDependencies
  extends TelemetryDependencies,
    CommandDependencies,
    RpcDependencies,
    CommunicationDependencies,
    FileDependencies,
    DownloadDependencies,
    FileContentDependencies,
    FileReadingDependencies,
    TenantLimitsDependencies,
    AlarmDependencies,
    RuleDependencies,
    ScheduleDependencies,
    ReportDependencies,
    CalculatedDependencies,
    AuditDependencies,
    DashboardDependencies,
    DashboardDataDependencies,
    DashboardShareDependencies,
    SharedDependencies,
    MapDependencies,
    DeviceTypeDependencies,
    DeviceExportDependencies,
    DevicePositionDependencies,
    ChannelSearchDependencies,
    OrderingParts,
    DeviceGroupDependencies,
    DeviceViewDependencies,
    DeviceChannelDependencies,
    DeviceOverviewDependencies,
    NoteDependencies,
    SavedCommandDependencies,
    MailDependencies,
    NotificationDependencies,
    JobDependencies,
    ServerInfoDependencies {
  readonly login: Login;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly secondFactors: SecondFactors;
  readonly passwordResets: PasswordResets;
  readonly preferences: UserPreferences;
  readonly terms: TermsOfUse;
  readonly apiKeys: ApiKeys;
  readonly users: Users;
  readonly roles: Roles;
  readonly invitations: Invitations;
  readonly giving: AccessGiving;
  readonly tenants: Tenants;
  readonly projects: Projects;
  readonly tenantSettings: TenantSettingsStore;
  readonly historyDepths: HistoryDepths;
  readonly deviceStore: DeviceStore;
  readonly chosenTokens: ChosenTokens;
  readonly attributes: Attributes;
  /** Routes of other transports that share the port. */
  readonly guests: readonly ((app: FastifyInstance) => void)[];
  readonly isReady: () => Promise<string | undefined>;
  readonly version: string;
  readonly metrics: HttpMetrics;
  readonly work: WorkGuard;
  readonly options: MetricsAccess & {
    readonly importLimit: number;
    readonly importRows: number;
    readonly exportColumns: number;
    readonly deviceTypeLimit: number;
    readonly dashboardLimit: number;
    readonly queryValues: number;
    readonly mapRange: number;
    readonly moveLimit: number;
    readonly backtestPoints: number;
    readonly uploadTimeout: number;
    readonly metricsPort: number | undefined;
    readonly apiDescription: "anyone" | "users";
  };
}

/** Every route, subject by subject; those that read bodies in a way of their own have a scope of their own. */
export function serveRoutes(app: HttpApp, dependencies: RouteDependencies): void {
  const { options } = dependencies;
  serveAuth(app, dependencies);
  serveAccount(app, dependencies);
  serveSecondFactors(app, dependencies);
  servePasswordResets(app, dependencies);
  servePreferences(app, dependencies);
  serveTerms(app, dependencies);
  serveApiKeys(app, dependencies);
  serveRoles(app);
  serveOwnRoles(app, dependencies);
  serveTenants(app, dependencies);
  serveTenantSettings(app, dependencies);
  serveTenantLimits(app, dependencies);
  serveMail(app, dependencies);
  serveJobs(app, dependencies);
  serveUsers(app, dependencies);
  serveInvitations(app, dependencies);
  serveAudit(app, dependencies);
  serveProjects(app, dependencies);
  serveDevices(app, { ...dependencies, ...options });
  serveDeviceGroups(app, dependencies);
  serveDeviceExport(app, dependencies);
  serveDevicePositions(app, dependencies);
  serveChannelSearch(app, dependencies);
  serveDeviceInfos(app, dependencies);
  serveDeviceViews(app, dependencies);
  serveDeviceTypes(app, dependencies);
  serveDeviceTypeContents(app, dependencies, options.deviceTypeLimit);
  serveDeviceChannels(app, dependencies, options.deviceTypeLimit);
  serveDeviceCredentials(app, dependencies);
  serveDeviceOverview(app, dependencies);
  inScope(app, (scope) => {
    serveDeviceImport(scope, { ...dependencies, ...options });
  });
  inScope(app, (scope) => {
    serveRuleLimits(scope, { ...dependencies, ...options });
  });
  inScope(app, (scope) => {
    readBodiesAsBytes(scope);
    serveAttributes(scope, dependencies);
    serveTelemetry(scope, dependencies);
  });

  serveAlarms(app, dependencies);
  serveAlarmLists(app, dependencies);
  serveAlarmComments(app, dependencies);
  serveAlarmSilence(app, dependencies);
  serveSchedules(app, dependencies);
  serveReports(app, dependencies);
  serveNotificationPolicies(app, dependencies);
  serveNotifications(app, dependencies);
  serveInbox(app, dependencies);
  serveRules(app, dependencies);
  serveRuleHistory(app, dependencies);
  serveRuleTrials(app, dependencies, options.backtestPoints);
  serveCalculatedChannels(app, dependencies);
  serveCalculatedTrials(app, dependencies);
  serveDashboards(app, dependencies, options.queryValues);
  serveDashboardContents(app, dependencies, options.dashboardLimit);
  serveDashboardHistory(app, dependencies);
  serveHomeDashboards(app, dependencies);
  serveDashboardData(app, dependencies);
  serveDashboardShares(app, dependencies);
  serveShared(app, dependencies);
  serveMap(app, dependencies, options.mapRange);
  serveCommands(app, dependencies);
  serveSavedCommands(app, dependencies);
  serveNotes(app, dependencies);
  serveRpc(app, dependencies);
  serveCommunication(app, dependencies);
  serveFiles(app, dependencies);
  serveFileContent(app, dependencies);
  serveFileSamples(app, dependencies);
  serveFileReading(app, dependencies);
  serveXmlFileList(app, dependencies);
  serveFileRequests(app, dependencies);
  serveDownloads(app, dependencies);
  inScope(app, (scope) => {
    serveFileUpload(scope, { ...dependencies, ...options });
  });
  for (const guest of dependencies.guests) inScope(app, guest);
  serveOperations(app, dependencies);
  serveServerInfo(app, dependencies);
  serveOpenApi(app, dependencies);
}

const inScope = (app: HttpApp, serve: (scope: HttpApp) => void): void => {
  app.register((scope, _, done) => {
    serve(scope as HttpApp);
    done();
  });
};
