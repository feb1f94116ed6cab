import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { liveViewPath, mqttWebSocketPath } from "@heliograph/contract";
import type { Logger } from "pino";
import type { Platform } from "../compose/compose.ts";
import { measureUnauthenticated } from "../metrics/unauthenticated-metrics.ts";
import type { Config } from "../settings/config.ts";
import { PingLane } from "../transports/device-http/ping-lane.ts";
import type { DeclaredRoute } from "../transports/http/access.ts";
import type { HttpServing } from "../transports/http/create-http-app.ts";
import type { HttpMetrics } from "../transports/http/metrics.ts";
import { MetricsListener } from "../transports/http/metrics-listener.ts";
import { Stopping } from "../transports/http/stopping.ts";
import { UnauthenticatedHttp } from "../transports/http/unauthenticated-http.ts";
import type { UpgradeHandler } from "../transports/http/upgrades.ts";
import { LiveServer } from "../transports/live/live-server.ts";
import { UnauthenticatedPeers } from "../transports/unauthenticated-peers.ts";
import { alarmSourceOf } from "./alarm-source.ts";
import { certificateOf } from "./certificate-of.ts";
import { startHttpApp } from "./http-app.ts";
import { openHttpListeners } from "./http-listeners.ts";
import { Listeners, type Ports } from "./listeners.ts";
import { startMqtt } from "./mqtt-door.ts";
import { openOwnDoor } from "./own-door.ts";
import { unauthenticatedLimitsOf } from "./unauthenticated-limits.ts";

export interface Doors extends Ports {
  /** Every route with who may call it. */
  readonly routes: readonly DeclaredRoute[];
}

/** Everything the platform is reached by: HTTP, MQTT, the live view, metrics. `undo` closes it in reverse. */
export async function openDoors(
  config: Config,
  platform: Platform,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<Doors> {
  const tls = await certificateOf(config);
  const stopping = new Stopping();
  const listeners = new Listeners(config);
  // One for all that is served in this thread: an address counts once, whatever it speaks [API10].
  const unauthenticated = new UnauthenticatedPeers(unauthenticatedLimitsOf(config));
  measureUnauthenticated(platform.registry, unauthenticated);
  const unauthenticatedHttp = new UnauthenticatedHttp(unauthenticated, config);
  const serving = await startHttpApp(config, platform, { listeners, unauthenticatedHttp, stopping, logger }, undo);
  const mqtt = await startMqtt(config, tls, platform, unauthenticated, logger, onLost);
  listeners.mqttOpened(mqtt.ports);
  const live = new LiveServer({
    ...platform,
    alarmSource: alarmSourceOf(platform),
    logger,
    limits: config,
    unauthenticated: unauthenticatedHttp,
  });
  undo.defer(async () => {
    stopping.begin();
    await Promise.all([live.stop(), mqtt.stop(), listeners.closeHttp(config.stopTimeout)]);
  });
  const upgrades = new Map<string, UpgradeHandler>([
    [liveViewPath, (request, socket, head) => live.handleUpgrade(request, socket, head)],
    [mqttWebSocketPath, withoutHttp(unauthenticatedHttp, mqtt.upgrade)],
  ]);
  const handle = requestHandler(platform, serving, unauthenticatedHttp, stopping);
  platform.ownDoor.openedBy(() => openOwnDoor(config, handle, upgrades, unauthenticatedHttp));
  listeners.httpOpened(await openHttpListeners(config, tls, handle, upgrades, unauthenticatedHttp, logger));
  listeners.allOpened(mqtt.ports, await openMetrics(config, serving.metrics, undo));
  live.start();
  return { ...listeners.ports, routes: serving.routes };
}

/** The pings of devices, by far the most of all requests, take a lane of their own. */
function requestHandler(
  platform: Platform,
  { app, metrics }: HttpServing,
  unauthenticated: UnauthenticatedHttp,
  stopping: Stopping,
): RequestListener {
  const lane = new PingLane({
    ...platform,
    isHeldBack: () => !platform.guesses.isCalm(platform.clock()),
    isStopping: () => stopping.hasBegun,
    count: metrics.counterOf({ method: "POST", route: "/status.php", status: "204" }),
  });
  return (request: IncomingMessage, response: ServerResponse) => {
    if (lane.answers(request, response)) unauthenticated.known(request.socket);
    else app.routing(request, response);
  };
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

/** MQTT counts its unauthenticated connections by itself. */
const withoutHttp =
  (unauthenticated: UnauthenticatedHttp, upgrade: UpgradeHandler): UpgradeHandler =>
  (request, socket, head) => {
    unauthenticated.known(request.socket);
    upgrade(request, socket, head);
  };
