import type { Logger } from "pino";
import { Registry } from "prom-client";
import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import { DiskRoom } from "../adapters/data-folder/disk-room.ts";
import { MapFolder } from "../adapters/maps/map-folder.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlLeaseStore } from "../adapters/sql/stores/lease-store.ts";
import { SqlRuleActionStore } from "../adapters/sql/stores/rule-action-store.ts";
import { RuleInputNotes } from "../adapters/sql/stores/rule-inputs.ts";
import { SqlTenantUsageStore } from "../adapters/sql/stores/tenant-usage.ts";
import type { NodePoints } from "../adapters/telemetry-blocks/index.ts";
import { SharedPoints } from "../adapters/telemetry-blocks/shared/shared-points.ts";
import type { ClusterOfNode } from "../core/cluster/index.ts";
import { ShareTickets } from "../core/dashboard-shares/index.ts";
import { Lease } from "../core/leases/index.ts";
import type { MapFiles } from "../core/maps/index.ts";
import { RateLimits } from "../core/rates/index.ts";
import { callWebhook, HopMarks, Listening, makeReport as makeReportByRule, tellPeople } from "../core/rules/index.ts";
import { MessagesOfSchedules } from "../core/schedules/index.ts";
import { TenantTraffic, type TenantUsage, UsageOverview } from "../core/tenants/index.ts";
import { steadyClock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";
import { type Administration, composeAdministration } from "./administration.ts";
import { type AlarmParts, composeAlarms } from "./alarms.ts";
import { type CalculatedChannelParts, composeCalculatedChannels, shareLog } from "./calculated-channels.ts";
import { composeDashboardShares, type DashboardShareRooms } from "./dashboard-shares.ts";
import { composeDashboardData, composeDashboards, type DashboardDataRoom, type DashboardRooms } from "./dashboards.ts";
import { composeDevices, type DeviceParts } from "./devices.ts";
import { composeFiles, type FileParts } from "./files.ts";
import { composeJobs, type JobParts } from "./jobs.ts";
import { composeNotifications, composeTell, type NotificationParts } from "./notifications.ts";
import { OwnDoor } from "./own-door.ts";
import { composeReports, type ReportParts } from "./reports.ts";
import { composeRules, type RuleParts } from "./rules.ts";
import { composeSchedules, type ScheduleParts } from "./schedules.ts";
import { shareNode } from "./share-node.ts";
import { composeTelemetry, type TelemetryParts } from "./telemetry.ts";

/** What the platform does, with its implementations chosen: the inside of a node, without any socket. */
export interface Platform
  extends Administration,
    DeviceParts,
    AlarmParts,
    RuleParts,
    CalculatedChannelParts,
    NotificationParts,
    DashboardRooms,
    DashboardDataRoom,
    DashboardShareRooms,
    TelemetryParts,
    FileParts,
    JobParts,
    ScheduleParts,
    ReportParts {
  readonly database: Database;
  readonly registry: Registry;
  readonly room: DiskRoom;
  readonly rates: RateLimits;
  readonly traffic: TenantTraffic;
  readonly usage: UsageOverview;
  readonly ownDoor: OwnDoor;
  readonly maps: MapFiles;
  /** Where the node is one of several. */
  readonly cluster: ClusterOfNode | undefined;
  /** Whether what is done once for all nodes is done by this one. */
  isInCharge(): Promise<boolean>;
  /** From now on the other nodes are heard; what is returned ends it. */
  startSharing(): (() => Promise<void>) | undefined;
}

/** The one room that chooses implementations. The database is open and its schema current. */
export async function compose(
  config: Config,
  folder: DataFolder,
  database: Database,
  telemetryStore: NodePoints,
  logger: Logger,
  cluster?: ClusterOfNode,
): Promise<Platform> {
  const shared =
    cluster && telemetryStore instanceof SharedPoints ? shareNode(cluster, telemetryStore, logger) : undefined;
  const administration = await composeAdministration(config, folder, database, logger, shared?.bus);
  const room = roomOf(config, folder, database, telemetryStore, logger);
  database.onWriteFailure((error) => room.writeFailed(error));
  if (telemetryStore.place === "file") telemetryStore.onWriteFailure((error) => room.writeFailed(error));
  const listening = new Listening(config.ruleHops);
  const ruleInputs = new RuleInputNotes(database, listening, config.ruleInputsWaiting, administration.clock);
  const hops = new HopMarks(new SqlRuleActionStore(database));
  const isOurs = shared?.isOurs;
  const ownLog = cluster?.self.log;
  const { traces, intervals } = shared ?? {};
  const ofSeveral = { isOurs, ownLog, traces, intervals };
  const around = { ...administration, database, folder, room, logger, listening, ruleInputs, hops, ...ofSeveral };
  const telemetry = await composeTelemetry(config, { ...around, telemetryStore, feed: shared?.feed });
  const log = shareLog(config, { database, telemetryStore, isOurs });
  const { fillChannel, ...calculated } = composeCalculatedChannels(config, log.ofCalculations, {
    ...around,
    ...telemetry,
  });
  const devices = composeDevices(config, {
    ...{ ...around, telemetryStore, pointIntake: telemetry.pointIntake },
    calculated: calculated.calculatedChannels,
    nodeName: cluster?.self.node,
  });
  const tell = composeTell(database, administration.transactions);
  const alarms = composeAlarms(config, { ...around, ...devices, tell });
  const notifications = composeNotifications(config, { ...around, ...devices, ...alarms, tell });
  const dashboards = composeDashboards(config, around);
  const ingest = { store: telemetryStore, audience: telemetry.telemetryFeed };
  const beside = { telemetryStore, pointIntake: telemetry.pointIntake, ingest, log: log.ofRules };
  const rules = composeRules(config, { ...around, ...devices, ...alarms, ...beside });
  const waiting = { waitMs: config.ruleMessageWait, everyMs: config.ruleMessageEvery };
  rules.ruleActions.serve(tellPeople(tell, notifications.namedRecipients, waiting));
  rules.ruleActions.serve(callWebhook(notifications.ruleWebhooks, notifications.namedRecipients));
  const files = await composeFiles(config, { ...around, commands: devices.commands, telemetry: ingest });
  const registry = new Registry();
  const traffic = new TenantTraffic();
  const usage = new UsageOverview({
    store: new SqlTenantUsageStore(database),
    traffic: shared ? { of: (tenant) => addedTo(traffic.of(tenant), shared.usage.of(tenant)) } : traffic,
    seriesOf: (tenant) => telemetryStore.seriesOf(tenant) + (shared?.usage.of(tenant).series ?? 0),
    indexingMsOf: (tenant) => files.indexingTime.of(tenant),
  });
  const rates = ratesOf(config, around);
  const [tickets, ownDoor] = [new ShareTickets({ ...around, ...dashboards }), new OwnDoor()];
  const printing = { tickets, ownDoor };
  const { makeReport, finish } = composeReports(config, {
    ...around,
    ...devices,
    ...files,
    ...printing,
    telemetryStore,
  });
  const messages = new MessagesOfSchedules(tell, notifications.namedRecipients);
  const jobs = composeJobs(config, { ...around, ...devices, ...alarms, ingest, messages, fillChannel, makeReport });
  const reports = finish(jobs.jobs);
  rules.ruleActions.serve(makeReportByRule(reports.reports));
  const schedules = composeSchedules(config, { ...around, ...jobs });
  const rooms = {
    ...administration,
    ...devices,
    ...alarms,
    ...rules,
    ...calculated,
    ...notifications,
    ...dashboards,
    ...telemetry,
    ...files,
    ...jobs,
    ...schedules,
    ...reports,
  };
  const data = composeDashboardData(config, rooms);
  const shares = composeDashboardShares(config, { ...rooms, ...data, database, tickets });
  const maps = mapsOf(config, folder, logger);
  const platform = {
    ...rooms,
    ...data,
    ...shares,
    database,
    registry,
    room,
    rates,
    traffic,
    usage,
    ownDoor,
    maps,
    cluster,
  };
  forgetRemovedTenants(platform);
  const startSharing = shared?.start;
  const charge =
    cluster &&
    new Lease({ store: new SqlLeaseStore(database), clock: administration.clock }, "upkeep", config.workLease);
  const isInCharge = async () => (charge ? charge.hold() : true);
  return { ...platform, isInCharge, startSharing: () => startSharing?.(platform) };
}

/** Looked for once at the start, so that the operator reads in the log what became of their file. */
function mapsOf({ map: chosen }: Config, { maps: folder }: DataFolder, logger: Logger): MapFiles {
  const maps = new MapFolder({ folder, chosen, clock: steadyClock, say: (text) => logger.info(text) });
  void maps.current();
  return maps;
}

/** What databases on the disk of the data folder may take of it [RUN11]. */
function roomOf(
  config: Config,
  folder: DataFolder,
  { kind }: Database,
  { place }: NodePoints,
  logger: Logger,
): DiskRoom {
  const databases = [...(kind === "sqlite" ? [folder.database] : []), ...(place === "file" ? [folder.telemetry] : [])];
  return new DiskRoom({ reserve: folder.reserve, databases }, config.diskReserve, (problem) =>
    problem
      ? logger.error({ err: problem }, "nothing can be written any more; reading goes on")
      : logger.info("writing is possible again"),
  );
}

/** What devices and tenants may send, over whatever door. */
function ratesOf(config: Config, { tenantLimits, quotas }: Administration): RateLimits {
  const rates = new RateLimits(
    {
      deviceMessages: config.mqttDeviceMessages,
      devicePoints: config.mqttDevicePoints,
      tenantMessages: config.mqttTenantMessages,
      tenantPoints: config.mqttTenantPoints,
    },
    tenantLimits,
  );
  rates.onRefusal = (tenant, { limit, perSecond }) => quotas.tell(tenant, limit, perSecond);
  return rates;
}

type Traffic = Pick<TenantUsage, "messages" | "points">;
const addedTo = (here: Traffic, elsewhere: Traffic): Traffic => ({
  messages: here.messages + elsewhere.messages,
  points: here.points + elsewhere.points,
});

/** What is remembered of a tenant in memory goes with it. */
function forgetRemovedTenants(platform: Omit<Platform, "isInCharge" | "startSharing">): void {
  const { events, sessions, activity, tenantLimits, quotas, traffic, indexingTime, historyDepths } = platform;
  events.subscribe("tenant-removed", ({ tenantId }) => {
    sessions.tenantChanged(tenantId);
    activity.tenantRemoved(tenantId);
    tenantLimits.forget(tenantId);
    for (const counted of [quotas, traffic, indexingTime, historyDepths]) counted.forget(tenantId);
  });
}
