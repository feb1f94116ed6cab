import { randomUUID } from "node:crypto";
import { emptyConfiguration, type ReportToSave } from "@heliograph/contract";
import { encodeOsf } from "@heliograph/osf";

/** Things of the tenant that the walk over all routes tries to reach; routes name them in their path or body. */
export interface OwnIds {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly credentialsId: string;
  readonly deviceProfileId: string;
  readonly projectId: string;
  readonly roleId: string;
  readonly deviceGroupId: string;
  readonly deviceViewId: string;
  readonly noteId: string;
  readonly savedCommandId: string;
  readonly jobId: string;
  readonly alarmId: string;
  readonly windowId: string;
  readonly ruleId: string;
  readonly policyId: string;
  readonly webhookId: string;
  readonly scheduleId: string;
  readonly reportId: string;
  readonly reportFileId: string;
  readonly channelId: string;
  readonly dashboardId: string;
  readonly trashedDashboardId: string;
  readonly entityType: string;
  readonly entityId: string;
}

/** A file the device of the walk has on the server. */
export const ownFileName = "own.osf";
export const ownFile = (): Uint8Array =>
  encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (encoder) => encoder.stamped(0, [1n, 2n], [1, 2]));

/** A rule for the device of the walk. */
export const ownRule = (deviceId: string) => ({
  scope: { kind: "DEVICE", deviceIds: [deviceId] },
  inputs: [{ kind: "TELEMETRY", name: "t", key: "temperature" }],
  steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 } }],
  alarmType: "Too hot",
  actions: [],
});

/** A notification policy of the project of the walk, and a webhook that leads nowhere. */
export const ownPolicy = (projectId: string) => ({
  ...{ name: randomUUID(), projectId: { id: projectId }, recipients: { roles: ["VIEWER"] } },
});
export const ownWebhook = (projectId: string) => ({
  ...{ name: randomUUID(), projectId: { id: projectId }, url: "http://127.0.0.1:1/" },
});

/** A schedule for the device of the walk. */
export const ownSchedule = (deviceId: string) => ({
  ...{ name: randomUUID(), enabled: true, timeZone: "UTC", timing: { kind: "DAILY", time: "03:00" } },
  action: { kind: "COMMANDS", deviceIds: [deviceId], commands: [{ type: "SCPI", text: "*IDN?" }] },
});

/** A report about the device of the walk. */
export const ownReport = (deviceId: string): ReportToSave => ({
  ...{ name: randomUUID(), format: "CSV", timeZone: "UTC" },
  content: { kind: "TELEMETRY", deviceIds: [deviceId], range: { kind: "LAST", ms: 60_000 } },
});

/** A calculated channel of the device of the walk. */
export const ownChannel = (deviceId: string) => ({
  scope: { kind: "DEVICE", deviceId },
  key: "calculated",
  inputs: [{ kind: "CHANNEL", name: "t", key: "temperature" }],
  expression: "t * 2",
});

const fileQuery = `name=${ownFileName}&channel=0`;

interface ValidRequest {
  readonly body?: unknown;
  /** Without the question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** There is no such thing while the walk goes on: our own administrator finds none either. */
  readonly isOfNothing?: true;
}

/** The route takes a body and no id of anything that belongs to a tenant. */
const namesNothing = "names nothing of a tenant";

/**
 * For each route what makes a request valid, so that a refusal is about whose things they are and not about the
 * form. Every POST, PUT and PATCH has to be here, and whatever else needs a query. Ids in the path are filled in
 * by the walk; ids in a body are written here.
 */
const validRequests: Readonly<Record<string, typeof namesNothing | ((own: OwnIds) => ValidRequest)>> = {
  "POST /api/auth/switch": namesNothing, // an assignment of the caller, or 401
  "POST /api/auth/logout": namesNothing,
  "POST /api/auth/leave": namesNothing,
  "PUT /api/tenants/:tenantId/mail": () => ({
    body: { host: "127.0.0.1", port: 465, security: "TLS", from: "heliograph@example.org" },
  }),
  "POST /api/tenants/:tenantId/mail/test": () => ({ body: { to: "ada@example.org" } }),
  "POST /api/tenants/:tenantId/deliveries/:deliveryId/retry": () => ({ isOfNothing: true }),
  "GET /api/map/:version": namesNothing, // the operator's file is everybody's
  "HEAD /api/map/:version": namesNothing,
  "POST /api/auth/changePassword": namesNothing,
  "PUT /api/auth/user": namesNothing,
  "DELETE /api/auth/sessions": namesNothing,
  "PUT /api/auth/user/preferences": namesNothing,
  "POST /api/auth/terms/accept": namesNothing, // of one's own tenant
  "PUT /api/tenants/:tenantId/terms": () => ({ body: { text: "", version: 0 } }),
  "POST /api/tenants/:tenantId/users/:userId/passwordReset": () => ({}),
  "POST /api/2fa/account/config/generate": namesNothing,
  "POST /api/2fa/account/config": namesNothing,
  "POST /api/2fa/account/recoveryCodes": namesNothing,
  "POST /api/2fa/account/disable": namesNothing,
  "PUT /api/tenants/:tenantId/signInRules": () => ({ body: { secondFactorRequired: false } }),
  "PUT /api/tenants/:tenantId/users/:userId/serviceAccount": () => ({ body: { serviceAccount: false } }),
  "POST /api/apiKeys": namesNothing,
  "POST /api/tenants": namesNothing,
  "PUT /api/tenants/:tenantId": () => ({ body: { name: "renamed" } }),
  "POST /api/tenants/:tenantId/open": () => ({ body: {} }),

  "POST /api/tenants/:tenantId/users": () => ({
    body: { username: "newcomer", password: "a password for newcomers", authority: "VIEWER" },
  }),
  "POST /api/tenants/:tenantId/invitations": () => ({ body: { username: "guest", authority: "VIEWER" } }),
  "POST /api/auth/invitations/accept": namesNothing, // a link, whoever's; without it 404
  "PUT /api/tenants/:tenantId/users/:userId": () => ({ body: { authority: "OPERATOR" } }),

  // What is on record outlives what it is about: another tenant's is an empty list, as what never was.
  "GET /api/audit/logs/user/:userId": namesNothing,
  "HEAD /api/audit/logs/user/:userId": namesNothing,
  "GET /api/audit/logs/entity/:entityType/:entityId": namesNothing,
  "HEAD /api/audit/logs/entity/:entityType/:entityId": namesNothing,

  "POST /api/tenants/:tenantId/roles": () => ({
    body: { name: `role ${randomUUID()}`, permissions: ["VIEW_DEVICES"] },
  }),
  "POST /api/tenants/:tenantId/roles/import": () => ({ body: { format: "heliograph-roles-1", roles: [] } }),
  "POST /api/role/:roleId/preview": () => ({ body: { permissions: ["VIEW_DEVICES"] } }),
  "POST /api/project": ({ projectId }) => ({ body: { id: { entityType: "PROJECT", id: projectId }, name: "renamed" } }),
  "POST /api/jobs/:jobId/cancel": () => ({ body: {} }),
  "POST /api/jobs/:jobId/undo": () => ({ body: {} }),
  "POST /api/jobs/setAttributes": namesNothing,
  "POST /api/jobs/setType": namesNothing,
  "POST /api/jobs/acknowledgeAlarms": namesNothing,
  "POST /api/jobs/moveDevices": ({ deviceId, projectId }) => ({
    body: { projectId: { entityType: "PROJECT", id: projectId }, deviceIds: [deviceId] },
  }),
  // Devices that are out of reach are told in the result, as if there were none.
  "POST /api/jobs/deleteDevices": namesNothing,
  "POST /api/jobs/sendCommand": namesNothing,
  "POST /api/tenants/:tenantId/devices/move": ({ deviceId, projectId }) => ({
    body: { projectId: { entityType: "PROJECT", id: projectId }, deviceIds: [deviceId] },
  }),
  "POST /api/device": ({ deviceId }) => ({ body: { id: { entityType: "DEVICE", id: deviceId }, name: "renamed" } }),
  // The token it has already: the walk goes on using it.
  "POST /api/device/credentials": ({ deviceId, credentialsId }) => ({
    body: { deviceId: { entityType: "DEVICE", id: deviceId }, credentialsId },
  }),
  "POST /api/deviceProfile": ({ deviceProfileId }) => ({
    body: { id: { entityType: "DEVICE_PROFILE", id: deviceProfileId }, name: "renamed type" },
  }),
  "POST /api/deviceGroup": ({ deviceGroupId }) => ({
    body: { id: { entityType: "DEVICE_GROUP", id: deviceGroupId }, version: 1, name: "renamed group" },
  }),
  "POST /api/deviceGroups/preview": namesNothing,
  "POST /api/deviceView": ({ deviceViewId, projectId }) => ({
    body: {
      id: { id: deviceViewId },
      version: 1,
      name: "renamed view",
      projectId: { id: projectId },
      look: { columns: [] },
    },
  }),
  "POST /api/deviceProfile/:deviceProfileId/default": () => ({ body: {} }),
  "POST /api/deviceProfile/import": namesNothing,
  "PUT /api/device/:deviceId/channels": () => ({ body: { overrides: [{ key: "a", unit: "V" }] } }),
  "POST /api/tenants/:tenantId/devices/export": () => ({ body: { all: true, format: "CSV" } }),
  "POST /api/tenants/:tenantId/devices/import": () => ({
    body: "name\nimported\n",
    headers: { "content-type": "text/csv" },
  }),

  "POST /api/alarm": ({ deviceId }) => ({
    body: { originator: { entityType: "DEVICE", id: deviceId }, type: "Too hot", severity: "MAJOR" },
  }),
  "POST /api/alarm/:alarmId/ack": () => ({ body: {} }),
  "POST /api/alarm/:alarmId/clear": () => ({ body: {} }),
  "POST /api/alarm/:alarmId/assign/:userId": () => ({ body: {} }),
  "POST /api/alarm/:alarmId/comment": () => ({ body: { comment: { text: "seen" } } }),
  "POST /api/alarm/:alarmId/shelve": () => ({ body: { until: Date.now() + 60_000, reason: "known" } }),
  // What is not there is told for each of them, with 200.
  "POST /api/alarms/ack": namesNothing,
  "POST /api/alarms/clear": namesNothing,
  "POST /api/alarms/assign": namesNothing,
  "POST /api/alarms/shelve": namesNothing,
  "POST /api/maintenanceWindow": ({ windowId, deviceId }) => ({
    body: { id: { id: windowId }, name: "Overhaul", startTs: 1, endTs: 2, deviceId: { id: deviceId } },
  }),

  "POST /api/notification/policy": ({ policyId, projectId }) => ({
    body: { ...ownPolicy(projectId), id: { id: policyId }, version: 1 },
  }),
  "POST /api/notification/webhook": ({ webhookId, projectId }) => ({
    body: { ...ownWebhook(projectId), id: { id: webhookId } },
  }),
  "POST /api/notification/webhook/:webhookId/secret": () => ({ body: {} }),
  "POST /api/notifications/test": ({ webhookId }) => ({ body: { webhookId } }),
  // Of messages there are none: those of others are tried in their own test.
  "GET /api/notification/:notificationId": namesNothing,
  "HEAD /api/notification/:notificationId": namesNothing,
  "POST /api/notification/:notificationId/retry": namesNothing,
  "GET /api/notifications/why": ({ alarmId }) => ({ query: `alarmId=${alarmId}` }),
  "HEAD /api/notifications/why": ({ alarmId }) => ({ query: `alarmId=${alarmId}` }),
  // Of one's own inbox.
  "POST /api/inbox/read": namesNothing,
  "POST /api/inbox/:notificationId/read": namesNothing,
  "POST /api/rule": ({ ruleId, deviceId }) => ({
    body: { id: { id: ruleId }, version: 1, name: "Renamed rule", definition: ownRule(deviceId) },
  }),
  "POST /api/rule/:ruleId/mode": () => ({ body: { mode: "SHADOW", version: 1 } }),
  "POST /api/schedule": ({ scheduleId, deviceId }) => ({
    body: { ...ownSchedule(deviceId), id: { id: scheduleId }, version: 1 },
  }),
  "POST /api/schedule/:scheduleId/enabled": () => ({ body: { enabled: false, version: 1 } }),
  "POST /api/schedule/:scheduleId/run": () => ({}),
  "POST /api/schedules/forecast": namesNothing,
  "POST /api/report": ({ reportId, deviceId }) => ({
    body: { ...ownReport(deviceId), id: { id: reportId }, version: 1 },
  }),
  "POST /api/report/:reportId/run": () => ({}),
  "POST /api/rules/import": ({ deviceId }) => ({
    body: { format: "heliograph-rules-1", rules: [{ name: randomUUID(), definition: ownRule(deviceId) }] },
  }),
  // What is not there is told as a problem of its row, with 200.
  "POST /api/rules/limits": namesNothing,
  // What is out of reach is told among the problems, as if it were not there.
  "POST /api/rules/check": namesNothing,
  "POST /api/rules/backtest": ({ deviceId }) => ({
    body: { definition: ownRule(deviceId), deviceIds: [deviceId], startTs: 0, endTs: 1 },
  }),
  "POST /api/calculatedChannel": ({ channelId, deviceId }) => ({
    body: { id: { id: channelId }, version: 1, definition: ownChannel(deviceId) },
  }),
  "POST /api/calculatedChannel/:channelId/fill": () => ({ body: { startTs: 0, endTs: 1 } }),
  // What is out of reach is told among the problems, as if it were not there.
  "POST /api/calculatedChannels/check": namesNothing,
  "POST /api/calculatedChannels/preview": ({ deviceId }) => ({
    body: { definition: ownChannel(deviceId), startTs: 0, endTs: 1 },
  }),
  "POST /api/dashboard": ({ dashboardId }) => ({
    body: { id: { entityType: "DASHBOARD", id: dashboardId }, version: 1, title: "renamed dashboard" },
  }),
  "POST /api/dashboard/import": ({ projectId }) => ({
    query: `projectId=${projectId}`,
    body: { format: "heliograph-dashboard-1", title: "Imported", configuration: emptyConfiguration() },
  }),
  "POST /api/dashboard/:dashboardId/restore": () => ({ body: { restore: 1, version: 2 } }),
  "POST /api/dashboard/:dashboardId/shares": () => ({ body: { name: "Customer", version: 1 } }),
  "PUT /api/dashboard/:dashboardId/share/:shareId": () => ({ body: { version: 1 }, isOfNothing: true }),
  "DELETE /api/dashboard/:dashboardId/share/:shareId": () => ({ isOfNothing: true }),
  "GET /api/dashboard/:dashboardId/diff": () => ({ query: "from=1" }),
  "HEAD /api/dashboard/:dashboardId/diff": () => ({ query: "from=1" }),
  "POST /api/dashboards/trash/:trashedDashboardId/restore": () => ({ body: {} }),
  "POST /api/dashboard/home/info": ({ dashboardId }) => ({ body: { dashboardId: { id: dashboardId } } }),
  "POST /api/tenant/dashboard/home/info": ({ dashboardId }) => ({ body: { dashboardId: { id: dashboardId } } }),
  // Devices that are out of reach are passed over.
  "POST /api/dashboardData": namesNothing,

  "PUT /api/tenants/:tenantId/limits": () => ({ body: { devicePoints: 500 } }),
  "PUT /api/tenants/:tenantId/settings": () => ({ body: { telemetryRetention: null } }),
  "POST /api/plugins/telemetry/DEVICE/:deviceId/timeseries/ANY": () => ({ body: { temperature: 21.5 } }),
  "DELETE /api/plugins/telemetry/DEVICE/:deviceId/timeseries": () => ({ query: "keys=temperature&startTs=0&endTs=1" }),
  "GET /api/plugins/telemetry/DEVICE/:deviceId/export/timeseries": () => ({
    query: "keys=temperature&startTs=0&endTs=1&format=csv",
  }),
  "HEAD /api/plugins/telemetry/DEVICE/:deviceId/export/timeseries": () => ({
    query: "keys=temperature&startTs=0&endTs=1&format=csv",
  }),
  "POST /api/plugins/telemetry/DEVICE/:deviceId/attributes/:scope": () => ({ body: { limit: 5 } }),
  "DELETE /api/plugins/telemetry/DEVICE/:deviceId/:scope": () => ({ query: "keys=limit" }),

  "POST /api/devices/:deviceId/commands": () => ({ body: { type: "SCRIPT", text: "echo hello" } }),
  "POST /api/note": ({ noteId, deviceId }) => ({
    body: { id: { id: noteId }, version: 1, deviceId: { id: deviceId }, startTs: 1, text: "changed" },
  }),
  "POST /api/savedCommand": ({ savedCommandId }) => ({
    body: { id: { id: savedCommandId }, name: "changed", shared: true, command: { type: "SCPI", text: "*RST" } },
  }),
  "PUT /api/device/:deviceId/pins": () => ({ body: { keys: ["temperature"] } }),
  "GET /api/deviceProfile/:deviceProfileId/channel-values": () => ({ query: "key=temperature" }),
  "HEAD /api/deviceProfile/:deviceProfileId/channel-values": () => ({ query: "key=temperature" }),
  "GET /api/deviceProfile/:deviceProfileId/channel-overrides": () => ({ query: "key=temperature" }),
  "HEAD /api/deviceProfile/:deviceProfileId/channel-overrides": () => ({ query: "key=temperature" }),
  "GET /api/tenants/:tenantId/channels": () => ({ query: "textSearch=temperature" }),
  "HEAD /api/tenants/:tenantId/channels": () => ({ query: "textSearch=temperature" }),
  "GET /api/devices/:deviceId/communication/data": () => ({ query: "startTime=0&endTime=1&limit=10&page=0" }),
  "HEAD /api/devices/:deviceId/communication/data": () => ({ query: "startTime=0&endTime=1&limit=10&page=0" }),
  "POST /api/devices/:deviceId/request-list": () => ({ body: { startTime: "2026-11-14", endTime: "2026-11-15" } }),
  "POST /api/devices/:deviceId/request-files": () => ({ body: { names: [ownFileName] } }),
  "POST /api/devices/:deviceId/data-files": () => ({ query: "name=another", body: "content" }),
  "DELETE /api/devices/:deviceId/data-files": () => ({ query: fileQuery }),
  "POST /api/devices/:deviceId/data-files/index": () => ({ query: fileQuery }),
  "GET /api/devices/:deviceId/data-files/channels": () => ({ query: fileQuery }),
  "HEAD /api/devices/:deviceId/data-files/channels": () => ({ query: fileQuery }),
  "GET /api/devices/:deviceId/data-files/preview": () => ({ query: fileQuery }),
  "HEAD /api/devices/:deviceId/data-files/preview": () => ({ query: fileQuery }),
  "GET /api/devices/:deviceId/data-files/samples": () => ({ query: fileQuery }),
  "HEAD /api/devices/:deviceId/data-files/samples": () => ({ query: fileQuery }),
  "GET /api/devices/:deviceId/data-files/export": () => ({ query: fileQuery }),
  "HEAD /api/devices/:deviceId/data-files/export": () => ({ query: fileQuery }),
  "POST /api/device/:deviceId/data-files/CLIENT_SCOPE/download": () => ({ body: [ownFileName] }),
  "POST /api/plugins/telemetry/DEVICE/:deviceId/:scope": () => ({ body: { limit: 5 } }),
  "DELETE /api/plugins/telemetry/DEVICE/:deviceId/timeseries/delete": () => ({
    query: "keys=temperature&startTs=0&endTs=1",
  }),
  "POST /api/plugins/rpc/oneway/:deviceId": () => ({ body: { method: "blink", persistent: true } }),
  "POST /api/plugins/rpc/twoway/:deviceId": () => ({ body: { method: "blink", persistent: true } }),
  "POST /api/rpc/oneway/:deviceId": () => ({ body: { method: "blink", persistent: true } }),
  "POST /api/rpc/twoway/:deviceId": () => ({ body: { method: "blink", persistent: true } }),
};

interface Route {
  readonly method: string;
  readonly url: string;
}

/** How to ask this route for our own things; undefined where it cannot name any. */
export function requestNamingOurs({ method, url }: Route, own: OwnIds): ValidRequest | undefined {
  const entry = validRequests[`${method} ${url}`];
  if (entry === undefined && ["POST", "PUT", "PATCH"].includes(method)) throw new Error(missing(method, url));
  if (entry === undefined) return url.includes(":") ? {} : undefined;
  return entry === namesNothing ? undefined : entry(own);
}

const missing = (method: string, url: string): string =>
  `test/support/valid-requests.ts does not know "${method} ${url}". Add a line with a body that the route accepts from ` +
  `an administrator of the tenant: () => ({ body: … }), with the ids it names taken from the argument ` +
  `(${ownIdNames.join(", ")}; add what is missing to OwnIds and to the walk). If it can name nothing that belongs to a ` +
  `tenant, say namesNothing.`;

const ownIdNames: readonly (keyof OwnIds)[] = [
  "tenantId",
  "deviceId",
  "userId",
  "credentialsId",
  "deviceProfileId",
  "projectId",
  "roleId",
  "deviceGroupId",
  "deviceViewId",
  "noteId",
  "savedCommandId",
  "jobId",
  "alarmId",
  "windowId",
  "ruleId",
  "policyId",
  "webhookId",
  "scheduleId",
  "reportId",
  "reportFileId",
  "channelId",
  "dashboardId",
  "trashedDashboardId",
  "entityType",
  "entityId",
];
