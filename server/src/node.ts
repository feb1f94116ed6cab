import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createSecureContext } from "node:tls";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { collectDefaultMetrics } from "prom-client";
import { DataFolder, type DataFolderLock } from "./adapters/data-folder/data-folder.ts";
import type { Database } from "./adapters/sql/database.ts";
import { migrate } from "./adapters/sql/migrations/migrate.ts";
import { compose, openDatabase, openTelemetry, type Platform } from "./compose.ts";
import { type Config, ConfigError } from "./config.ts";
import { type FirstAdministrator, firstStart } from "./core/installation/index.ts";
import { applyRetention, forgetRemoved } from "./core/telemetry/index.ts";
import { repeat } from "./repeat.ts";
import type { DeclaredRoute } from "./transports/http/access.ts";
import { createHttpApp } from "./transports/http/create-http-app.ts";
import type { HttpApp } from "./transports/http/http-app.ts";
import { HttpListener, type ListenerOptions } from "./transports/http/listener.ts";
import { Stopping } from "./transports/http/stopping.ts";
import type { Upgrades } from "./transports/http/upgrades.ts";
import { loadWebFiles } from "./transports/http/web/web-files.ts";
import { LiveServer } from "./transports/live/live-server.ts";
import { version } from "./version.ts";

const readinessTimeoutMs = 2_000;
const activityFlushEveryMs = 1_000;
const expiredSessionsEveryMs = 10 * 60_000;
const forgetEveryMs = 10_000;
const retentionEveryMs = 10 * 60_000;
/** Where the build of the web interface lies. */
const webFolder = fileURLToPath(new URL("../../web/dist", import.meta.url));

export interface RunningNode {
  readonly httpPort: number;
  readonly httpsPort: number | undefined;
  /** Every route with who may call it. */
  readonly routes: readonly DeclaredRoute[];
  /** Set when this was the first start. */
  readonly firstAdministrator: FirstAdministrator | undefined;
  /** Resolves when something broke without which nothing can be served: the process should end and be started anew. */
  readonly failure: Promise<Error>;
  /** Finishes what is in flight, brings everything to disk and lets go of the data folder. */
  stop(): Promise<void>;
}

/**
 * Starts a node: lock, store, first tenant, listeners, in this order; undone in reverse when one fails. `prepare`
 * runs when everything but the listeners is there, for those who embed a node and bring data of their own.
 */
export async function startNode(
  config: Config,
  logger: Logger,
  prepare: (platform: Platform) => Promise<void> = async () => undefined,
): Promise<RunningNode> {
  const folder = new DataFolder(config.dataDir);
  await folder.create();
  const lock = folder.lock();
  try {
    return await startLocked(config, folder, lock, logger, prepare);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  config: Config,
  folder: DataFolder,
  lock: DataFolderLock,
  logger: Logger,
  prepare: (platform: Platform) => Promise<void>,
): Promise<RunningNode> {
  const failure = Promise.withResolvers<Error>();
  const database = await openDatabase(config, folder, logger, failure.resolve);
  try {
    const migrations = await migrate(database);
    if (migrations.length > 0) logger.info({ migrations }, "the database was brought up to date");
    const started = await startOnDatabase(config, folder, database, lock, logger, prepare);
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
  prepare: (platform: Platform) => Promise<void>,
): Promise<Omit<RunningNode, "failure">> {
  const telemetry = await openTelemetry(folder, logger);
  try {
    const platform = await compose(config, folder, database, telemetry, logger);
    const firstAdministrator = await firstStart(platform, config);
    await prepare(platform);
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
  const stopping = new Stopping();
  const listeners: HttpListener[] = [];
  const web = await loadWebFiles(webFolder);
  if (web.size === 0) logger.warn("the web interface is not built; npm start builds it");
  const { app, routes } = await createHttpApp({
    ...platform,
    logger,
    version,
    stopping,
    web,
    isReady: () => missingForReadiness(platform, listeners),
    options: config,
  });
  const live = new LiveServer({ ...platform, logger });
  const upgrades: Upgrades = new Map([
    ["/api/ws", (request, socket, head) => live.handleUpgrade(request, socket, head)],
  ]);
  listeners.push(...(await openListeners(config, app, upgrades)));
  live.start();
  const upkeep = startUpkeep(platform, logger);
  return {
    httpPort: listeners[0]?.port ?? config.httpPort,
    httpsPort: listeners[1]?.port,
    routes,
    stop: async () => {
      stopping.begin();
      await Promise.all([live.stop(), ...listeners.map((listener) => listener.close(config.stopTimeout))]);
      await app.close();
      await upkeep.stop();
      await platform.activity.flush();
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
  listeners: readonly HttpListener[],
): Promise<string | undefined> {
  if (listeners.length === 0 || !listeners.every((listener) => listener.accepts)) return "a listener does not accept";
  const answers = platform.facts.check().then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([answers, sleep(readinessTimeoutMs, false, { ref: false })]);
  return inTime ? undefined : "the store does not answer";
}

/** What has to be done now and then. */
function startUpkeep(platform: Platform, logger: Logger): { stop(): Promise<void> } {
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
  ];
  return { stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))) };
}
