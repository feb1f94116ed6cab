import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createSecureContext } from "node:tls";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { collectDefaultMetrics } from "prom-client";
import { DataFolder, type DataFolderLock } from "./adapters/data-folder/data-folder.ts";
import type { Database } from "./adapters/sql/database.ts";
import { migrate } from "./adapters/sql/migrations/migrate.ts";
import { compose, openDatabase, openTelemetry, type Platform } from "./compose.ts";
import { type Config, ConfigError } from "./config.ts";
import { BadTokenBrake } from "./core/devices/index.ts";
import { type FirstAdministrator, firstStart } from "./core/installation/index.ts";
import { applyRetention, forgetRemoved } from "./core/telemetry/index.ts";
import { repeat } from "./repeat.ts";
import { startMqtt } from "./serve-mqtt.ts";
import { deviceHttpRoutes } from "./transports/device-http/device-http-routes.ts";
import { PingAttributes } from "./transports/device-http/ping-attributes.ts";
import type { DeclaredRoute } from "./transports/http/access.ts";
import { createHttpApp } from "./transports/http/create-http-app.ts";
import type { HttpApp } from "./transports/http/http-app.ts";
import { HttpListener, type ListenerOptions } from "./transports/http/listener.ts";
import { Stopping } from "./transports/http/stopping.ts";
import type { Upgrades } from "./transports/http/upgrades.ts";
import { loadWebFiles } from "./transports/http/web/web-files.ts";
import { LiveServer } from "./transports/live/live-server.ts";
import { personFault, tenantNameFault } from "./valid-names.ts";
import { version } from "./version.ts";

const readinessTimeoutMs = 2_000;
const activityFlushEveryMs = 1_000;
const expiredSessionsEveryMs = 10 * 60_000;
const forgetEveryMs = 10_000;
const commandSweepEveryMs = 1_000;
const communicationFlushEveryMs = 250;
const fileCleaningEveryMs = 60_000;
const retentionEveryMs = 10 * 60_000;
/** Where the build of the web interface lies. */
const webFolder = fileURLToPath(new URL("../../web/dist", import.meta.url));

export interface RunningNode {
  readonly httpPort: number;
  readonly httpsPort: number | undefined;
  readonly mqttPort: number;
  readonly mqttTlsPort: number | undefined;
  /** Every route with who may call it. */
  readonly routes: readonly DeclaredRoute[];
  /** Set when this was the first start. */
  readonly firstAdministrator: FirstAdministrator | undefined;
  /** Resolves when something broke without which nothing can be served: the process should end and be started anew. */
  readonly failure: Promise<Error>;
  /** Finishes what is in flight, brings everything to disk and lets go of the data folder. */
  stop(): Promise<void>;
}

interface StartHooks {
  /** Runs when everything but the listeners is there, for those who embed a node and bring data of their own. */
  readonly prepare: (platform: Platform) => Promise<void>;
  /** Hears of the first administrator while the start goes on: a password must not be lost when a later step fails. */
  readonly tell: (administrator: FirstAdministrator) => void;
}

/** Starts a node: lock, store, first tenant, listeners, in this order; undone in reverse when one fails. */
export async function startNode(
  config: Config,
  logger: Logger,
  prepare: StartHooks["prepare"] = async () => undefined,
  tell: StartHooks["tell"] = () => undefined,
): Promise<RunningNode> {
  checkFirstStartNames(config);
  const folder = new DataFolder(config.dataDir);
  await folder.create();
  const lock = folder.lock();
  try {
    return await startLocked(config, folder, lock, logger, { prepare, tell });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** An administrator whose name no login accepts would be locked out for good. */
function checkFirstStartNames({ adminUsername, tenant }: Config): void {
  const faults = [
    { variable: "HELIO_ADMIN_USERNAME", fault: personFault({ username: adminUsername }) },
    { variable: "HELIO_TENANT", fault: tenantNameFault(tenant) },
  ].filter(({ fault }) => fault !== undefined);
  if (faults.length > 0) throw new ConfigError(faults.map(({ variable, fault }) => `${variable}: ${fault}`));
}

async function startLocked(
  config: Config,
  folder: DataFolder,
  lock: DataFolderLock,
  logger: Logger,
  hooks: StartHooks,
): Promise<RunningNode> {
  const failure = Promise.withResolvers<Error>();
  const database = await openDatabase(config, folder, logger, failure.resolve);
  try {
    const migrations = await migrate(database);
    if (migrations.length > 0) logger.info({ migrations }, "the database was brought up to date");
    const started = await startOnDatabase(config, folder, database, lock, logger, hooks);
    return { ...started, failure: failure.promise };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startOnDatabase(
  config: Config,
  folder: DataFolder,
  database: Database,
  lock: DataFolderLock,
  logger: Logger,
  hooks: StartHooks,
): Promise<Omit<RunningNode, "failure">> {
  const telemetry = await openTelemetry(folder, logger);
  try {
    const platform = await compose(config, folder, database, telemetry, logger);
    const firstAdministrator = await firstStart(platform, config, hooks.tell);
    await hooks.prepare(platform);
    return { ...(await serve(config, platform, lock, logger)), firstAdministrator };
  } catch (error) {
    await telemetry.close();
    throw error;
  }
}

async function serve(
  config: Config,
  platform: Platform,
  lock: DataFolderLock,
  logger: Logger,
): Promise<Omit<RunningNode, "firstAdministrator" | "failure">> {
  collectDefaultMetrics({ register: platform.registry });
  await platform.activity.start();
  await platform.fileRequests.reconcile();
  const { tlsCert, tlsKey } = config;
  const tls = tlsCert === undefined || tlsKey === undefined ? undefined : await readCertificate(tlsCert, tlsKey);
  const mqtt = await startMqtt(config, tls, platform, logger);
  const stopping = new Stopping();
  const listeners: HttpListener[] = [];
  const web = await loadWebFiles(webFolder);
  if (web.size === 0) logger.warn("the web interface is not built; npm start builds it");
  const { app, routes } = await createHttpApp({
    ...platform,
    logger,
    version,
    stopping,
    guests: [deviceHttp(platform)],
    web,
    isReady: () => missingForReadiness(platform, [...listeners, ...mqtt.listeners]),
    options: config,
  });
  const live = new LiveServer({ ...platform, logger });
  const upgrades: Upgrades = new Map([
    ["/api/ws", (request, socket, head) => live.handleUpgrade(request, socket, head)],
    ["/mqtt", mqtt.upgrade],
  ]);
  try {
    listeners.push(...(await openListeners(config, app, upgrades)));
  } catch (error) {
    await mqtt.stop();
    throw error;
  }
  live.start();
  const orphans = removeOrphans(platform, logger);
  platform.fileIndexing.wake();
  const upkeep = startUpkeep(config, platform, logger);
  return {
    httpPort: listeners[0]?.port ?? config.httpPort,
    httpsPort: listeners[1]?.port,
    mqttPort: mqtt.port,
    mqttTlsPort: mqtt.tlsPort,
    routes,
    stop: async () => {
      stopping.begin();
      platform.blobCleaner.stop();
      await Promise.all([live.stop(), mqtt.stop(), ...listeners.map((listener) => listener.close(config.stopTimeout))]);
      await app.close();
      await upkeep.stop();
      await orphans;
      await platform.fileIndexing.stop();
      await platform.activity.flush();
      await platform.communication.flush();
      await platform.telemetryStore.close();
      await platform.database.close();
      lock.release();
    },
  };
}

async function openListeners(config: Config, app: HttpApp, upgrades: Upgrades): Promise<HttpListener[]> {
  const common = { host: config.host, idleTimeoutMs: config.idleTimeout, upgrades };
  const wanted: ListenerOptions[] = [{ ...common, port: config.httpPort }];
  if (config.tlsCert !== undefined && config.tlsKey !== undefined) {
    wanted.push({ ...common, port: config.httpsPort, tls: await readCertificate(config.tlsCert, config.tlsKey) });
  }
  const opened: HttpListener[] = [];
  try {
    for (const options of wanted) {
      const listener = new HttpListener((request, response) => app.routing(request, response), options);
      await listener.open();
      opened.push(listener);
    }
    return opened;
  } catch (error) {
    await Promise.all(opened.map((listener) => listener.close(0)));
    throw error;
  }
}

async function readCertificate(certFile: string, keyFile: string): Promise<{ cert: Buffer; key: Buffer }> {
  const tls = { cert: await readFile(certFile), key: await readFile(keyFile) };
  try {
    createSecureContext(tls);
    return tls;
  } catch (error) {
    throw new ConfigError([`HELIO_TLS_CERT and HELIO_TLS_KEY: ${error instanceof Error ? error.message : error}`]);
  }
}

async function missingForReadiness(
  platform: Platform,
  listeners: readonly { readonly accepts: boolean }[],
): Promise<string | undefined> {
  if (listeners.length === 0 || !listeners.every((listener) => listener.accepts)) return "a listener does not accept";
  const answers = platform.facts.check().then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([answers, sleep(readinessTimeoutMs, false, { ref: false })]);
  return inTime ? undefined : "the store does not answer";
}

/** The device HTTP protocol, on the port of the REST interface. */
function deviceHttp(platform: Platform): (app: FastifyInstance) => void {
  const pings = new PingAttributes(platform.attributes, platform.events);
  const brake = new BadTokenBrake();
  return (app) => deviceHttpRoutes(app, { ...platform, pings, brake });
}

/** Beside everything else: looking at a million files takes its time. */
async function removeOrphans(platform: Platform, logger: Logger): Promise<void> {
  try {
    const removed = await platform.blobCleaner.removeOrphans();
    if (removed > 0) logger.info({ removed }, "contents that no file has were removed");
  } catch (error) {
    logger.error({ err: error }, "contents without a file could not be removed");
  }
}

/** What has to be done now and then. */
function startUpkeep(config: Config, platform: Platform, logger: Logger): { stop(): Promise<void> } {
  const failed = (task: string) => (error: unknown) => logger.error({ err: error, task }, "upkeep failed");
  const tasks = [
    repeat(activityFlushEveryMs, failed("device activity"), async () => {
      platform.activity.sweep();
      await platform.activity.flush();
    }),
    repeat(forgetEveryMs, failed("points of removed devices"), () =>
      forgetRemoved(platform.pointsToForget, platform.telemetryStore, platform.clock),
    ),
    repeat(retentionEveryMs, failed("telemetry retention"), () =>
      applyRetention({
        settings: platform.tenantSettings,
        devices: platform.deviceStore,
        store: platform.telemetryStore,
        clock: platform.clock,
      }),
    ),
    repeat(expiredSessionsEveryMs, failed("expired sessions"), async () => {
      await platform.sessions.removeExpired();
    }),
    repeat(commandSweepEveryMs, failed("overdue commands"), () => platform.commands.sweep()),
    repeat(communicationFlushEveryMs, failed("communication log"), async () => {
      const dropped = await platform.communication.flush();
      if (dropped > 0) logger.warn({ dropped }, "entries of the communication log were dropped");
    }),
    repeat(fileCleaningEveryMs, failed("contents of files"), async () => {
      await platform.blobCleaner.sweep();
      await platform.downloads.removeExpired();
      await platform.fileRequests.reconcile();
    }),
    repeat(retentionEveryMs, failed("retention"), async () => {
      await platform.communication.removeOld();
      await platform.commands.removeFinished(config.communicationRetention);
      await platform.mqttSessions.removeExpired(platform.clock());
    }),
  ];
  return { stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))) };
}
