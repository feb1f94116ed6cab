import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Platform } from "../compose/compose.ts";
import { repeat } from "../kernel/repeat.ts";
import type { Config } from "../settings/config.ts";
import { strayContacts } from "../transports/device-api/stray-contact.ts";
import { deviceHttpRoutes } from "../transports/device-http/device-http-routes.ts";
import { PingAttributes } from "../transports/device-http/ping-attributes.ts";
import { createHttpApp, type HttpServing } from "../transports/http/create-http-app.ts";
import { OpenAnswers } from "../transports/http/open-answers.ts";
import type { Stopping } from "../transports/http/stopping.ts";
import type { UnauthenticatedHttp } from "../transports/http/unauthenticated-http.ts";
import { loadWebFiles, type WebFiles } from "../transports/http/web/web-files.ts";
import { version } from "../version.ts";
import { deviceApi } from "./device-api.ts";
import { gatewayOf } from "./device-gateway-of.ts";
import type { Listeners } from "./listeners.ts";
import { missingForReadiness } from "./readiness.ts";

/** Where the build of the web interface lies. */
const webFolder = fileURLToPath(new URL("../../../web/dist", import.meta.url));
/** Some megabytes that never change: nodes of one process share them. */
let loadedWeb: Promise<WebFiles> | undefined;

interface Around {
  readonly listeners: Listeners;
  readonly unauthenticatedHttp: UnauthenticatedHttp;
  readonly stopping: Stopping;
  readonly logger: Logger;
}

/** The REST interface, the web interface and the device HTTP protocol: everything on the port of HTTP but upgrades. */
export async function startHttpApp(
  config: Config,
  platform: Platform,
  around: Around,
  undo: AsyncDisposableStack,
): Promise<HttpServing> {
  const { listeners, unauthenticatedHttp, logger } = around;
  loadedWeb ??= loadWebFiles(webFolder);
  const web = await loadedWeb;
  if (web.size === 0) logger.warn("the web interface is not built; npm start builds it");
  const serving = await createHttpApp({
    ...platform,
    ...around,
    ...{ version, web, options: config },
    strayed: strayContacts({ ...platform, gateway: gatewayOf(config, platform, "HTTP", logger) }),
    guests: [deviceHttp(config, platform, unauthenticatedHttp), deviceApi(config, platform, around)],
    openAnswers: watchedAnswers(config, platform, logger, undo),
    isReady: () => missingForReadiness(platform, listeners),
    serverInfo: () => listeners.serverInfo(),
  });
  undo.defer(() => serving.app.close());
  return serving;
}

/** Answers still being sent, looked at again and again: a right may be taken away by another process. */
function watchedAnswers(
  { liveRecheck }: Config,
  { callers, events }: Platform,
  logger: Logger,
  undo: AsyncDisposableStack,
): OpenAnswers {
  const openAnswers = new OpenAnswers(callers, events);
  const failed = (error: unknown) => logger.error({ err: error }, "open answers could not be looked at again");
  const rechecks = repeat(liveRecheck, failed, () => openAnswers.recheck());
  undo.defer(() => rechecks.stop());
  return openAnswers;
}

/** The device HTTP protocol, on the port of the REST interface. */
function deviceHttp(
  { uploadTimeout }: Config,
  platform: Platform,
  unauthenticated: UnauthenticatedHttp,
): (app: FastifyInstance) => void {
  const pings = new PingAttributes(platform.attributes, platform.events);
  const known = (socket: Socket) => unauthenticated.known(socket);
  return (app) => deviceHttpRoutes(app, { ...platform, pings, known, uploadTimeout });
}
