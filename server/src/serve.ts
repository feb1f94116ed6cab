import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { mqttWebSocketPath, type ServerInfo } from "@heliograph/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { collectDefaultMetrics } from "prom-client";
import { migrate } from "./adapters/sql/migrations/migrate.ts";
import type { Gate } from "./adapters/sql/postgres/gate.ts";
import { compose, openDatabase, type Platform } from "./compose.ts";
import { type Config, ConfigError } from "./config.ts";
import { measureContents } from "./content-metrics.ts";
import { type FirstAdministrator, firstStart } from "./core/installation/index.ts";
import { certificateOf, openHttpListeners } from "./http-listeners.ts";
import { findInstallation } from "./installation.ts";
import { repeat } from "./repeat.ts";
import { measureRoom } from "./room-metrics.ts";
import { startMqtt } from "./serve-mqtt.ts";
import type { ClaimedStorage } from "./storage.ts";
import { countedStrangers } from "./stranger-limits.ts";
import { deviceHttpRoutes } from "./transports/device-http/device-http-routes.ts";
import { PingAttributes } from "./transports/device-http/ping-attributes.ts";
import { PingLane } from "./transports/device-http/ping-lane.ts";
import type { CertificateNews } from "./transports/follow-certificate.ts";
import type { DeclaredRoute } from "./transports/http/access.ts";
import { createHttpApp } from "./transports/http/create-http-app.ts";
import { HttpStrangers } from "./transports/http/http-strangers.ts";
import type { HttpListener } from "./transports/http/listener.ts";
import type { HttpMetrics } from "./transports/http/metrics.ts";
import { MetricsListener } from "./transports/http/metrics-listener.ts";
import { OpenAnswers } from "./transports/http/open-answers.ts";
import { Stopping } from "./transports/http/stopping.ts";
import type { UpgradeHandler, Upgrades } from "./transports/http/upgrades.ts";
import { loadWebFiles } from "./transports/http/web/web-files.ts";
import { LiveServer } from "./transports/live/live-server.ts";
import { findStrays, startUpkeep } from "./upkeep.ts";
import { personFault, tenantNameFault } from "./valid-names.ts";
import { version } from "./version.ts";

const readinessTimeoutMs = 2_000;
/** Where the build of the web interface lies. */
const webFolder = fileURLToPath(new URL("../../web/dist", import.meta.url));

interface Door {
  readonly accepts: boolean;
}

interface Ports {
  readonly httpPort: number;
  readonly httpsPort: number | undefined;
  readonly mqttPort: number;
  readonly mqttTlsPort: number | undefined;
}

interface Doors extends Ports {
  /** Every route with who may call it. */
  readonly routes: readonly DeclaredRoute[];
}

export interface Served extends Doors {
  /** Set when this was the first start. */
  readonly firstAdministrator: FirstAdministrator | undefined;
}

export interface StartHooks {
  /** Runs when everything but the listeners is there, for those who embed a node and bring data of their own. */
  readonly prepare: (platform: Platform) => Promise<void>;
  /** Hears of the first administrator while the start goes on: a password must not be lost when a later step fails. */
  readonly tell: (administrator: FirstAdministrator) => void;
  /** Hears when a part has ended without which devices cannot be served. */
  readonly onLost: (error: Error) => void;
}

/** Store, first tenant, listeners, in this order; `undo` stops them in reverse. */
export async function serve(
  storage: ClaimedStorage,
  config: Config,
  logger: Logger,
  hooks: StartHooks,
  undo: AsyncDisposableStack,
): Promise<Served> {
  checkFirstStartNames(config);
  const platform = await openPlatform(storage, config, logger, hooks.onLost, undo);
  const firstAdministrator = await firstStart(platform, config, hooks.tell);
  await hooks.prepare(platform);
  return { ...(await openDoors(config, platform, logger, hooks.onLost, undo)), firstAdministrator };
}

/** An administrator whose name no login accepts would be locked out for good. */
function checkFirstStartNames({ adminUsername, tenant }: Config): void {
  const faults = [
    { variable: "HELIO_ADMIN_USERNAME", fault: personFault({ username: adminUsername }) },
    { variable: "HELIO_TENANT", fault: tenantNameFault(tenant) },
  ].filter(({ fault }) => fault !== undefined);
  if (faults.length > 0) throw new ConfigError(faults.map(({ variable, fault }) => `${variable}: ${fault}`));
}

/** The points are not touched before the entities are known to be of this version or an older one [REL4]. */
async function openPlatform(
  storage: ClaimedStorage,
  config: Config,
  logger: Logger,
  onLost: StartHooks["onLost"],
  undo: AsyncDisposableStack,
): Promise<Platform> {
  const gate = await gateOf(config, logger, onLost, undo);
  const database = await openDatabase(config, logger, storage.sqlite, gate);
  undo.defer(() => database.close());
  const installation = await findInstallation(config, storage.folder, database);
  const migrations = await migrate(database);
  if (migrations.length > 0) logger.info({ migrations }, "the database was brought up to date");
  await installation.begin();
  const telemetry = await storage.points.open();
  undo.defer(() => telemetry.close());
  undo.defer(await installation.keep(telemetry, logger));
  return compose(config, storage.folder, database, telemetry, logger);
}

/** Loaded only where it is used: an embedded node starts sooner without it [RUN1]. */
async function gateOf(
  config: Config,
  logger: Logger,
  onLost: StartHooks["onLost"],
  undo: AsyncDisposableStack,
): Promise<Gate | undefined> {
  if (config.databaseUrl === undefined) return undefined;
  const { claimPostgres } = await import("./postgres-start.ts");
  return claimPostgres(config, config.databaseUrl, logger, onLost, undo);
}

async function openDoors(
  config: Config,
  platform: Platform,
  logger: Logger,
  onLost: StartHooks["onLost"],
  undo: AsyncDisposableStack,
): Promise<Doors> {
  collectDefaultMetrics({ register: platform.registry });
  measureContents(platform);
  measureRoom(platform);
  void platform.room.look();
  undo.defer(() => platform.room.close());
  await platform.activity.start();
  // Through a shared PostgreSQL another node may queue commands, too.
  if (platform.database.kind === "sqlite") await platform.commands.rememberWaiting();
  await platform.fileRequests.reconcile();
  undo.defer(() => finishWork(platform));
  runUpkeep(config, platform, logger, undo);
  const tls = await certificateOf(config);
  const stopping = new Stopping();
  const doors: Door[] = [];
  const http: HttpListener[] = [];
  const ports = (): Ports => ({
    httpPort: http[0]?.port ?? config.httpPort,
    httpsPort: http[1]?.port,
    mqttPort: mqtt.ports.port,
    mqttTlsPort: mqtt.ports.tlsPort,
  });
  const web = await loadWebFiles(webFolder);
  if (web.size === 0) logger.warn("the web interface is not built; npm start builds it");
  const isReady = () => missingForReadiness(platform, doors);
  const strangers = countedStrangers(config, platform.registry);
  const httpStrangers = new HttpStrangers(strangers, config);
  const guests = [deviceHttp(config, platform, httpStrangers)];
  const openAnswers = new OpenAnswers(platform.sessions, platform.events);
  const rechecks = repeat(config.liveRecheck, logFailedRecheck(logger), () => openAnswers.recheck());
  undo.defer(() => rechecks.stop());
  const { app, routes, metrics } = await createHttpApp({
    ...platform,
    openAnswers,
    logger,
    version,
    stopping,
    httpStrangers,
    guests,
    web,
    isReady,
    serverInfo: () => serverInfoOf(ports()),
    options: config,
  });
  undo.defer(() => app.close());
  const mqtt = await startMqtt(config, tls, platform, strangers, logger, onLost);
  const live = new LiveServer({ ...platform, logger, limits: config, strangers: httpStrangers });
  undo.defer(async () => {
    stopping.begin();
    await Promise.all([live.stop(), mqtt.stop(), ...http.map((listener) => listener.close(config.stopTimeout))]);
  });
  const upgrades: Upgrades = new Map([
    ["/api/ws", (request, socket, head) => live.handleUpgrade(request, socket, head)],
    [mqttWebSocketPath, withoutHttp(httpStrangers, mqtt.upgrade)],
  ]);
  const lane = new PingLane({
    ...platform,
    isHeldBack: () => !platform.guesses.isCalm(platform.clock()),
    isStopping: () => stopping.hasBegun,
    count: metrics.counterOf({ method: "POST", route: "/status.php", status: "204" }),
  });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (lane.answers(request, response)) httpStrangers.known(request.socket);
    else app.routing(request, response);
  };
  http.push(...(await openHttpListeners(config, tls, handle, upgrades, httpStrangers, tellOf(logger))));
  doors.push(...http, mqtt.ports, ...(await openMetrics(config, metrics, undo)));
  live.start();
  platform.fileIndexing.wake();
  return { ...ports(), routes };
}

async function openMetrics(
  { metricsPort, metricsHost }: Config,
  metrics: HttpMetrics,
  undo: AsyncDisposableStack,
): Promise<readonly MetricsListener[]> {
  if (metricsPort === undefined) return [];
  const listener = new MetricsListener(metrics, metricsPort);
  await listener.open(metricsHost);
  undo.defer(() => listener.close());
  return [listener];
}

/** MQTT counts its strangers by itself. */
const withoutHttp =
  (strangers: HttpStrangers, upgrade: UpgradeHandler): UpgradeHandler =>
  (request, socket, head) => {
    strangers.known(request.socket);
    upgrade(request, socket, head);
  };

const logFailedRecheck = (logger: Logger) => (error: unknown) =>
  logger.error({ err: error }, "open answers could not be looked at again");

/** What has no value is null in answers. */
const serverInfoOf = ({ httpPort, httpsPort, mqttPort, mqttTlsPort }: Ports): ServerInfo => ({
  ...{ version, httpPort, mqttPort, mqttWebSocketPath },
  httpsPort: httpsPort ?? null,
  mqttTlsPort: mqttTlsPort ?? null,
});

/** [RUN13] */
const tellOf = (logger: Logger) => (news: CertificateNews) => {
  if (news.kind === "reloaded") logger.info("the certificate was read again");
  else logger.error({ err: news.error }, "the new certificate cannot be used; the old one stays");
};

/** What goes on beside serving. */
function runUpkeep(config: Config, platform: Platform, logger: Logger, undo: AsyncDisposableStack): void {
  const upkeep = startUpkeep(config, platform, logger);
  const strays = findStrays(platform, logger);
  undo.defer(async () => {
    platform.blobCleaner.stop();
    await platform.contentCheck.stop();
    await upkeep.stop();
    await strays;
  });
}

/** What is still to be written when nobody is served any more. */
async function finishWork(platform: Platform): Promise<void> {
  await platform.closeFiles();
  await platform.activity.flush();
  await platform.communication.flush();
}

async function missingForReadiness(platform: Platform, doors: readonly Door[]): Promise<string | undefined> {
  if (doors.length === 0 || !doors.every((door) => door.accepts)) return "a listener does not accept";
  if (platform.room.problem) return `${platform.room.problem.message}; reading goes on`;
  const answers = platform.facts.check().then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([answers, sleep(readinessTimeoutMs, false, { ref: false })]);
  return inTime ? undefined : "the store does not answer";
}

/** The device HTTP protocol, on the port of the REST interface. */
function deviceHttp(
  { uploadTimeout }: Config,
  platform: Platform,
  strangers: HttpStrangers,
): (app: FastifyInstance) => void {
  const pings = new PingAttributes(platform.attributes, platform.events);
  const known = (socket: Socket) => strangers.known(socket);
  return (app) => deviceHttpRoutes(app, { ...platform, pings, known, uploadTimeout });
}
