import { accountRoutes } from "./account.ts";
import { alarmCommentRoutes } from "./alarm-comments.ts";
import { alarmHandlingRoutes } from "./alarm-handling.ts";
import { alarmListRoutes } from "./alarm-lists.ts";
import { alarmSilenceRoutes } from "./alarm-silence.ts";
import { alarmRoutes } from "./alarms.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { attributeRoutes } from "./attributes.ts";
import { auditRoutes } from "./audit.ts";
import { authRoutes } from "./auth.ts";
import { calculatedChannelRoutes, calculatedTrialRoutes } from "./calculated-channels.ts";
import { channelSearchRoutes } from "./channel-search.ts";
import { commandRoutes } from "./commands.ts";
import { communicationRoutes } from "./communication.ts";
import { dashboardDataRoutes } from "./dashboard-data.ts";
import { dashboardShareRoutes, sharedRoutes } from "./dashboard-shares.ts";
import {
  dashboardContentRoutes,
  dashboardRoutes,
  dashboardTrashRoutes,
  dashboardVersionRoutes,
  homeDashboardRoutes,
} from "./dashboards.ts";
import { deviceApiRoutes } from "./device-api.ts";
import { deviceChannelContentRoutes, deviceChannelRoutes, seenChannelRoutes } from "./device-channels.ts";
import { deviceContactRoutes } from "./device-contact.ts";
import { deviceCredentialsRoutes } from "./device-credentials.ts";
import { deviceExportRoutes } from "./device-export.ts";
import { deviceGroupRoutes } from "./device-groups.ts";
import { deviceImportRoutes } from "./device-import.ts";
import { deviceInfoRoutes } from "./device-infos.ts";
import { deviceOverviewRoutes } from "./device-overview.ts";
import { devicePositionRoutes } from "./device-positions.ts";
import { deviceTypeContentRoutes, deviceTypeRoutes } from "./device-types.ts";
import { deviceViewRoutes } from "./device-views.ts";
import { deviceRoutes } from "./devices.ts";
import { downloadRoutes } from "./downloads.ts";
import { fileContentRoutes } from "./file-content.ts";
import { fileListXmlRoutes } from "./file-list-xml.ts";
import { fileReadingRoutes } from "./file-reading.ts";
import { fileRequestRoutes } from "./file-requests.ts";
import { fileSamplesRoutes } from "./file-samples.ts";
import { fileUploadRoutes } from "./file-upload.ts";
import { fileRoutes } from "./files.ts";
import { inboxRoutes } from "./inbox.ts";
import { invitationRoutes } from "./invitations.ts";
import { jobRoutes } from "./jobs.ts";
import { mailRoutes } from "./mail.ts";
import { mapRoutes, sharedMapRoutes } from "./map.ts";
import { noteRoutes } from "./notes.ts";
import { notificationPolicyRoutes } from "./notification-policies.ts";
import { notificationRoutes } from "./notifications.ts";
import { openApiRoutes } from "./openapi.ts";
import { operationsRoutes } from "./operations.ts";
import { ownRoleRoutes } from "./own-roles.ts";
import { passwordResetRoutes } from "./password-reset.ts";
import { preferenceRoutes } from "./preferences.ts";
import { projectRoutes } from "./projects.ts";
import { reportRoutes } from "./reports.ts";
import { roleRoutes } from "./roles.ts";
import type { Routes } from "./route.ts";
import { rpcRoutes } from "./rpc.ts";
import { ruleHistoryRoutes } from "./rule-history.ts";
import { ruleLimitRoutes } from "./rule-limits.ts";
import { ruleTrialRoutes } from "./rule-trials.ts";
import { ruleRoutes } from "./rules.ts";
import { savedCommandRoutes } from "./saved-commands.ts";
import { scheduleRoutes } from "./schedules.ts";
import { loginStepRoutes, secondFactorRoutes, signInRuleRoutes, userSecondFactorRoutes } from "./second-factor.ts";
import { serverInfoRoutes } from "./server-info.ts";
import { telemetryRoutes } from "./telemetry.ts";
import { telemetryExportRoutes } from "./telemetry-export.ts";
import { tenantLimitsRoutes } from "./tenant-limits.ts";
import { tenantSettingsRoutes } from "./tenant-settings.ts";
import { tenantRoutes } from "./tenants.ts";
import { ownTermsRoutes, termsRoutes } from "./terms.ts";
import { userRoutes } from "./users.ts";

/** Every route of the API, by subject: the names under which clients call them. */
export const routes = {
  auth: {
    ...authRoutes,
    ...accountRoutes,
    ...apiKeyRoutes,
    ...loginStepRoutes,
    ...secondFactorRoutes,
    ...preferenceRoutes,
    ...ownTermsRoutes,
  },
  tenants: {
    ...tenantRoutes,
    ...tenantSettingsRoutes,
    ...tenantLimitsRoutes,
    ...signInRuleRoutes,
    ...mailRoutes,
    ...termsRoutes,
  },
  users: {
    ...userRoutes,
    ...roleRoutes,
    ...ownRoleRoutes,
    ...invitationRoutes,
    ...userSecondFactorRoutes,
    ...passwordResetRoutes,
  },
  jobs: jobRoutes,
  projects: projectRoutes,
  devices: {
    ...deviceRoutes,
    ...deviceCredentialsRoutes,
    ...deviceImportRoutes,
    ...deviceExportRoutes,
    ...devicePositionRoutes,
    ...channelSearchRoutes,
    ...deviceInfoRoutes,
    ...deviceChannelRoutes,
    ...deviceChannelContentRoutes,
    ...deviceOverviewRoutes,
  },
  deviceGroups: deviceGroupRoutes,
  deviceViews: deviceViewRoutes,
  deviceTypes: { ...deviceTypeRoutes, ...deviceTypeContentRoutes, ...seenChannelRoutes },
  telemetry: { ...telemetryRoutes, ...telemetryExportRoutes },
  notes: noteRoutes,
  attributes: attributeRoutes,
  alarms: {
    ...alarmRoutes,
    ...alarmListRoutes,
    ...alarmHandlingRoutes,
    ...alarmCommentRoutes,
    ...alarmSilenceRoutes,
  },
  schedules: scheduleRoutes,
  reports: reportRoutes,
  rules: { ...ruleRoutes, ...ruleHistoryRoutes, ...ruleTrialRoutes, ...ruleLimitRoutes },
  notifications: { ...notificationRoutes, ...notificationPolicyRoutes },
  inbox: inboxRoutes,
  dashboards: {
    ...dashboardRoutes,
    ...dashboardContentRoutes,
    ...dashboardVersionRoutes,
    ...dashboardTrashRoutes,
    ...homeDashboardRoutes,
    ...dashboardDataRoutes,
    ...dashboardShareRoutes,
  },
  shared: { ...sharedRoutes, ...sharedMapRoutes },
  map: mapRoutes,
  calculatedChannels: { ...calculatedChannelRoutes, ...calculatedTrialRoutes },
  audit: auditRoutes,
  commands: { ...commandRoutes, ...fileRequestRoutes, ...rpcRoutes, ...savedCommandRoutes },
  communication: communicationRoutes,
  files: { ...fileRoutes, ...fileUploadRoutes, ...downloadRoutes, ...fileListXmlRoutes },
  fileContent: { ...fileContentRoutes, ...fileSamplesRoutes, ...fileReadingRoutes },
  deviceHttp: deviceContactRoutes,
  deviceApi: deviceApiRoutes,
  server: { ...operationsRoutes, ...serverInfoRoutes, ...openApiRoutes },
} as const satisfies { readonly [subject: string]: Routes };

export * from "./access.ts";
export * from "./account.ts";
export * from "./alarm-comments.ts";
export * from "./alarm-handling.ts";
export * from "./alarm-lists.ts";
export * from "./alarm-silence.ts";
export * from "./alarms.ts";
export * from "./api-keys.ts";
export * from "./attributes.ts";
export * from "./audit.ts";
export * from "./auth.ts";
export * from "./calculated-channels.ts";
export * from "./channel-search.ts";
export * from "./commands.ts";
export * from "./communication.ts";
export * from "./dashboard-data.ts";
export * from "./dashboard-shares.ts";
export * from "./dashboards.ts";
export * from "./device-api.ts";
export * from "./device-channels.ts";
export * from "./device-contact.ts";
export * from "./device-credentials.ts";
export * from "./device-export.ts";
export * from "./device-groups.ts";
export * from "./device-import.ts";
export * from "./device-infos.ts";
export * from "./device-overview.ts";
export * from "./device-positions.ts";
export * from "./device-types.ts";
export * from "./device-views.ts";
export * from "./devices.ts";
export * from "./downloads.ts";
export * from "./file-content.ts";
export * from "./file-list-xml.ts";
export * from "./file-reading.ts";
export * from "./file-requests.ts";
export * from "./file-samples.ts";
export * from "./file-upload.ts";
export * from "./files.ts";
export * from "./inbox.ts";
export * from "./invitations.ts";
export * from "./jobs.ts";
export * from "./mail.ts";
export * from "./map.ts";
export * from "./notes.ts";
export * from "./notification-policies.ts";
export * from "./notifications.ts";
export * from "./openapi.ts";
export * from "./operations.ts";
export * from "./own-roles.ts";
export * from "./password-reset.ts";
export * from "./preferences.ts";
export * from "./projects.ts";
export * from "./reports.ts";
export * from "./roles.ts";
export * from "./route.ts";
export * from "./rpc.ts";
export * from "./rule-history.ts";
export * from "./rule-limits.ts";
export * from "./rule-trials.ts";
export * from "./rules.ts";
export * from "./saved-commands.ts";
export * from "./schedules.ts";
export * from "./second-factor.ts";
export * from "./server-info.ts";
export * from "./telemetry.ts";
export * from "./telemetry-export.ts";
export * from "./tenant-limits.ts";
export * from "./tenant-settings.ts";
export * from "./tenants.ts";
export * from "./terms.ts";
export * from "./users.ts";
