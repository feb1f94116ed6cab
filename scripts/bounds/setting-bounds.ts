// What happens beyond each bound that is a setting, for the table in docs/security.md (`npm run docs`). A setting that is
// neither here nor among `noBounds` does not compile: a bound nobody wrote about is one nobody thought about.
import type { settings } from "../../server/src/settings/settings.ts";

type SettingName = keyof typeof settings;
type Beyond = Partial<Record<SettingName, string>>;

/** Where things are and how they are called; nothing runs out there. */
export const noBounds = [
  "host",
  "httpPort",
  "mqttPort",
  "tlsCert",
  "tlsKey",
  "httpsPort",
  "mqttTlsPort",
  "tlsReload",
  "dataDir",
  "databaseUrl",
  "pointsIn",
  "metricsAccess",
  "metricsToken",
  "metricsHost",
  "metricsPort",
  "apiDescription",
  "adminUsername",
  "adminPassword",
  "tenant",
  "trustProxy",
  "proxyProtocol",
  "corsOrigins",
  "logLevel",
  "inactivityTimeout",
  "mqttThreads",
  "telemetryTags",
  "telemetryReaders",
  "fileCheckRate",
  "fileCheckInterval",
  "publicUrl",
  "smtpUrl",
  "mailFrom",
  "mailInside",
] as const satisfies readonly SettingName[];

const unauthenticated = {
  unauthenticated: "The network that has most of them loses its oldest",
  unauthenticatedPerNetwork: "Its oldest is closed",
  unauthenticatedBytes: "The network that holds most loses its oldest",
  unauthenticatedBytesPerNetwork:
    "Its oldest that holds some is closed; one that wants more than this alone is answered 503, over MQTT closed",
  unauthenticatedMessage: "413; over MQTT and in the live view the connection is closed",
  unauthenticatedTimeout: "408 or closed",
  tlsHandshakeTimeout: "Closed",
} satisfies Beyond;

const access = {
  accessTokenLifetime: "401/11; the refresh token gives a new one",
  sessionLifetime: "The session ends: 401/10",
  sessionMaxAge: "The session ends: 401/10, however often it was refreshed",
  sessionsPerUser: "The next login ends the oldest",
  openedTenant: "The session in the tenant ends: 401/10",
  apiKeysPerUser: "409; one has to be deleted first",
  loginStepLifetime: "401/11; the login begins anew",
  invitationLifetime: "409; a new invitation is needed",
  passwordResetLifetime: "404; a new link is needed",
  passwordMinLength: "400 when such a password is set",
  loginFreeFailures: "Each further attempt waits before its password is looked at",
  loginDelay: "Doubles with each failure",
  loginDelayMax: "The delay grows no further",
  loginRefuseFrom: "A wrong password is 429; a right one still gets in",
  deviceTokenMinLength: "400 when such a token is chosen",
  tokenFreeGuesses: "Right and wrong tokens that are new there wait, 250 ms at first, twice as long each time",
  tokenDelayMax: "The delay grows no further",
  tokenGuessesPerMinute: "Devices new at their address wait the longest delay, until a minute after",
} satisfies Beyond;

const requests = {
  bodyLimit: "413, decided from `Content-Length` before the body is read",
  importLimit: "413",
  importRows: "413, nothing of it is stored",
  deviceTypeLimit: "413",
  typeSeenDevices: "Those heard of last are looked at",
  typeOverridingDevices: "The answer says that it is not complete",
  typeValuesDevices: "Those heard of last are looked at, and the answer says so",
  typeValuesSeries: "The answer says that it is not complete",
  typeValuesPoints: "Four pieces of each day are read, as long as there is room for; the answer says how much",
  typeValuesTime: "What was read by then is answered, and that it is not complete",
  listPlaces: "Waits for a place",
  exportPlaces: "Waits for a place",
  readPlaces: "Waits for a place",
  importPlaces: "Waits for a place",
  placeWait: "429/33 with `Retry-After`",
  requestDeadline: "503 with Retry-After; a change may still be made",
  placeWaiting: "429/33 at once",
  placeStall: "Broken off, once somebody waits for the place",
  idleTimeout: "Closed",
} satisfies Beyond;

const mqtt = {
  mqttTurn: "Connections stand in line and are not read meanwhile",
  mqttTurnPackets: "It goes to the end of the line",
  mqttTurnConnects: "They are served with the others, or in the next turn",
  mqttMaxPacket: "Closed on the length field, before the packet is read (version 5: 0x95)",
  mqttReceiveMaximum: "Version 5: DISCONNECT 0x93; earlier ones are not read until some are stored",
  mqttInFlightBytes: "Sockets are not read until some are stored",
  mqttConnectionsPerDevice: "The oldest is closed (0x8E)",
  mqttMaxKeepAlive: "The client is told this one (version 5), and held to it",
  mqttSessionLifetime: "The session ends, with its queue",
  mqttQueueLimit: "The oldest push gives way",
  mqttSessionsPerDevice: "Those that would end first give way, connected ones never",
  mqttWills: "Published without its delay",
  mqttWillBytes: "Published without its delay",
  mqttWillsPerDevice: "The one that waited longest is published at once",
  mqttAttributeAnswer: "Refused (0x99); name keys",
  mqttDeviceMessages: "Read more slowly; after a minute without a pause closed (0x96), and logged; over HTTP 503",
  mqttDevicePoints: "The same",
  mqttTenantMessages: "The same, for all devices of the tenant",
  mqttTenantPoints: "The same, for all devices of the tenant",
} satisfies Beyond;

const data = {
  attributesPerScope: "400, nothing of the change is stored",
  attributeValueBytes: "400, nothing of the change is stored",
  attributeReadBytes: "400; name keys",
  commandTimeout: "Asked for again (files and lists, five times) or FAILED “no answer”",
  commandQueueLimit: "409",
  deviceTypesPerTenant: "409",
  deviceGroupsPerTenant: "409",
  deviceGroupConditions: "400",
  projectsPerTenant: "409",
  projectDepth: "400",
  rolesPerTenant: "409",
  moveLimit: "400; narrow the filter, or name devices",
  auditRetention: "Removed; the hash of the last one stays",
  alarmsPerTenant: "The oldest that are cleared give way; where none is cleared, 409",
  alarmsPerDevice: "409",
  alarmRetention: "Removed",
  alarmDetailsBytes: "400",
  alarmComments: "409; of the system's own the oldest gives way",
  maintenanceWindows: "409",
  rulesPerTenant: "409",
  ruleVersions: "The oldest are removed",
  ruleTransitions: "The oldest are removed, a tenth at a time",
  ruleTransitionRetention: "Removed",
  backtestPoints: "The rest is not looked at, and the answer says so",
  communicationRetention: "Removed",
  communicationLimit: "The oldest are removed",
  telemetrySeries: "New keys are refused as busy (503, 0x97, or held and closed); known ones go on",
  tenantSeries: "The same, for this tenant alone",
  tenantDevices: "503 for new ones, also in an import; those that are there stay",
  tenantUsers: "503 for new ones; an invitation stays open",
  tenantAttributes: "Refused as busy (503, 0x97, or held and closed); what is there can be changed and made shorter",
  tenantIndexing: "Its files wait until an hour has room for them again",
  telemetryAhead: "400, 0x99: nothing of the message is stored",
  telemetryMemoryPoints: "Appends wait until points have become blocks",
  forgetAfter: "The points are removed",
} satisfies Beyond;

const files = {
  fileLimit: "413, from `Content-Length` or when the byte is seen; nothing is kept",
  fileQuota: "503 with `Retry-After`, nothing is kept",
  uploadTimeout: "Given up; nothing is kept",
  indexTimeout: "The file is kept and marked FAILED; the next one is read",
  indexMemory: "The same",
  indexBytes: "The same",
  indexExpansion: "The same",
  strayContents: "Removed, named in the log before",
} satisfies Beyond;

const live = {
  liveAuthTimeout: "Closed (4401)",
  liveConnections: "Closed, with words",
  liveConnectionsPerUser: "Closed, with words",
  liveSubscriptions: "The subscription is refused",
  liveKeys: "The subscription is refused",
  liveMaxFrame: "Closed (1009)",
  liveChanges: "The reader is given the whole state again",
  liveInterval: "Newer values replace older ones meanwhile",
  liveHeartbeat: "Cut",
  liveRecheck: "Not later than this a change of rights made elsewhere ends what it concerns",
} satisfies Beyond;

const jobs = {
  jobsPerTenant: "409; one has to end first",
  jobsAtOnce: "Waits its turn, tenants by turns",
  jobRetention: "Removed",
} satisfies Beyond;

const deliveries = {
  mailTimeout: "Broken off, and tried again later",
  mailTestsPerHour: "429/33 with `Retry-After`",
  outboxPerTenant: "503, and nothing of the change is stored",
  outboxAttempts: "Given up, logged, and shown until it is removed or tried again",
  outboxDelay: "Doubles with each attempt",
  outboxDelayMax: "The delay grows no further",
  outboxAtOnce: "Waits for a place",
  outboxTenantAtOnce: "Waits for a place; other tenants' go on",
  outboxRetention: "Removed",
  workLease: "Another node takes over",
} satisfies Beyond;

const node = {
  diskReserve: "Data is refused with 503; the reserve is given out for logins and deletions",
  databaseConnections: "Requests wait for one",
  databaseWait: "The start fails and says what is missing",
  databaseTimeout: "503 for what is under way and what comes, until it answers again",
  databaseConnectTimeout: "503",
  databaseLease: "Another node may take over; this one stops and writes nothing more",
  stopTimeout: "Cut off",
} satisfies Beyond;

export const boundGroups = {
  "Before anybody has said who it is": unauthenticated,
  "Logins, sessions, tokens": access,
  "Requests and long work": requests,
  MQTT: mqtt,
  "Attributes, commands, telemetry": data,
  Files: files,
  "Live view": live,
  "Mail and other deliveries": deliveries,
  Jobs: jobs,
  "The node, its disk and its database": node,
} satisfies Record<string, Beyond>;

export const settingBounds: Readonly<Record<Exclude<SettingName, (typeof noBounds)[number]>, string>> = {
  ...unauthenticated,
  ...access,
  ...requests,
  ...mqtt,
  ...data,
  ...files,
  ...live,
  ...deliveries,
  ...jobs,
  ...node,
};
