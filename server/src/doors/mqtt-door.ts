import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { ClusterOfNode } from "../core/cluster/index.ts";
import type { RefusedContacts } from "../core/communication/index.ts";
import type { DeviceStore, TokenGuesses } from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import { keepSessionLease, type MqttSessionStore, recoverReceipts, withReceipts } from "../core/mqtt-sessions/index.ts";
import type { RateMeter } from "../core/rates/index.ts";
import type { Ingest, ReceiptLog } from "../core/telemetry/index.ts";
import type { TenantLimitsBook } from "../core/tenants/index.ts";
import { epochMs } from "../kernel/time.ts";
import { measureWills } from "../metrics/will-metrics.ts";
import type { Config } from "../settings/config.ts";
import type { UpgradeHandler } from "../transports/http/upgrades.ts";
import { followEvents } from "../transports/mqtt/follow-events.ts";
import { MqttMetrics } from "../transports/mqtt/mqtt-metrics.ts";
import { type MqttPortOptions, type MqttPorts, openMqttPorts } from "../transports/mqtt/mqtt-ports.ts";
import { MqttServer } from "../transports/mqtt/mqtt-server.ts";
import { willKey } from "../transports/mqtt/session/detach.ts";
import type { Receiving } from "../transports/mqtt/session/hand-over.ts";
import type { MqttPlatform } from "../transports/mqtt/session/mqtt-context.ts";
import { publishWill } from "../transports/mqtt/session/publish-will.ts";
import { LocalRoster, type Seat } from "../transports/mqtt/session/roster.ts";
import { SharedRoster } from "../transports/mqtt/session/shared-roster.ts";
import { Wills } from "../transports/mqtt/session/wills.ts";
import { openMqttThreads } from "../transports/mqtt/threads/mqtt-threads.ts";
import { acceptWebSocket } from "../transports/mqtt/websocket/accept-web-socket.ts";
import type { UnauthenticatedPeers } from "../transports/unauthenticated-peers.ts";
import { type GatewaySources, gatewayOf } from "./device-gateway-of.ts";
import { limitsOf, willLimitsOf } from "./mqtt-limits-of.ts";
import { unauthenticatedLimitsOf } from "./unauthenticated-limits.ts";

/** The parts of the platform that devices reach over MQTT. */
interface MqttParts extends GatewaySources {
  readonly events: EventBus;
  readonly registry: Registry;
  readonly guesses: TokenGuesses;
  readonly refusedContacts: RefusedContacts;
  readonly deviceStore: DeviceStore;
  readonly mqttSessions: MqttSessionStore;
  readonly telemetryStore: Ingest["store"] & ReceiptLog;
  readonly tenantLimits: TenantLimitsBook;
  readonly rates: RateMeter;
  readonly cluster: ClusterOfNode | undefined;
}

interface RunningMqtt {
  readonly ports: MqttPorts;
  /** For `/mqtt` on the HTTP port. */
  readonly upgrade: UpgradeHandler;
  stop(): Promise<void>;
}

export async function startMqtt(
  config: Config,
  tls: MqttPortOptions["tls"],
  parts: MqttParts,
  unauthenticated: UnauthenticatedPeers,
  logger: Logger,
  onFailure: (error: Error) => void,
): Promise<RunningMqtt> {
  await keepSessionLease(parts.mqttSessions, parts.clock, config.mqttSessionLifetime);
  const roster = new LocalRoster(config.mqttConnectionsPerDevice);
  const shared = parts.cluster
    ? new SharedRoster(roster, parts.cluster, config.mqttConnectionsPerDevice, (error) =>
        logger.warn({ err: error }, "another node could not be asked for connections of a device"),
      )
    : roster;
  const receiving = receivingOf(config, parts, logger);
  const wills = new Wills(
    (will) => publishWill({ ...receiving, devices: parts.deviceStore }, will),
    willLimitsOf(config),
  );
  if (shared instanceof SharedRoster) shared.onTakenUp = (device, clientId) => wills.cancel(willKey(device, clientId)); // [5.0: MQTT-3.1.3-9]
  await recoverReceipts(parts.telemetryStore, parts.mqttSessions);
  const { clock } = parts;
  const store = withReceipts(parts.mqttSessions, parts.telemetryStore);
  const { guesses, refusedContacts } = parts;
  const platform: MqttPlatform = {
    ...{ ...receiving, roster: shared, wills, store, unauthenticated, guesses, refusedContacts, clock, logger },
  };
  const server = new MqttServer(platform);
  const ports = await openPorts(config, tls, parts, platform, server, onFailure);
  const unfollow = followEvents({ roster, wills }, parts, logger);
  new MqttMetrics(parts.registry, () => ports.counts());
  measureWills(parts.registry, wills);
  return {
    ports,
    upgrade: (request, socket, head) => acceptWebSocket(server, request, socket, head),
    stop: async () => {
      wills.stop();
      await ports.stop();
      await wills.published();
      unfollow();
    },
  };
}

/** In this thread, or in threads of their own; WebSockets stay here, since HTTP does. */
async function openPorts(
  config: Config,
  tls: MqttPortOptions["tls"],
  parts: MqttParts,
  platform: MqttPlatform,
  server: MqttServer,
  onFailure: (error: Error) => void,
): Promise<MqttPorts> {
  const proxies = { balancers: config.proxyProtocol, timeoutMs: config.unauthenticatedTimeout };
  const options = { host: config.host, port: config.mqttPort, tlsPort: config.mqttTlsPort, tls, proxies };
  if (config.mqttThreads === 0) return openMqttPorts(server, options);
  const watchRates = (listener: (areOn: boolean) => void) => {
    parts.tenantLimits.onChange(() => listener(platform.rates.areOn));
    listener(platform.rates.areOn);
  };
  const tidy = (seats: readonly Seat[]) => tidyAfterThread(config, parts, platform, seats);
  const unauthenticated = unauthenticatedLimitsOf(config);
  const threads = { ...options, threads: config.mqttThreads, unauthenticated, watchRates, tidy, onFailure };
  const ports = await openMqttThreads(platform, threads);
  return {
    port: ports.port,
    tlsPort: ports.tlsPort,
    get accepts() {
      return ports.accepts;
    },
    counts: async () => [server.counts(), ...(await ports.counts())],
    stop: async () => void (await Promise.all([ports.stop(), server.stop()])),
  };
}

/** What a thread would have done for its connections, had it not ended; their wills are lost with it. */
async function tidyAfterThread(
  config: Config,
  { mqttSessions, clock }: MqttParts,
  { gateway }: MqttPlatform,
  seats: readonly Seat[],
): Promise<void> {
  const error = "a part of the server failed";
  for (const { deviceId: id } of seats) {
    const summary = `Disconnected: ${error}`;
    gateway.remark(
      { id },
      { kind: "DISCONNECT", direction: "OUT", messageId: undefined, size: undefined, summary, error },
    );
  }
  await mqttSessions.suspendLeft(seats, epochMs(clock() + config.mqttSessionLifetime));
}

function receivingOf(config: Config, parts: MqttParts, logger: Logger): Receiving {
  return { gateway: gatewayOf(config, parts, "MQTT", logger), rates: parts.rates, limits: limitsOf(config) };
}
