import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Config } from "./config.ts";
import type { Attributes } from "./core/attributes/index.ts";
import type { Commands } from "./core/commands/index.ts";
import type { CommunicationLog } from "./core/communication/index.ts";
import type { DeviceActivity, DeviceTokens } from "./core/devices/index.ts";
import type { EventBus } from "./core/events/index.ts";
import { attributePushes, type MqttSessionStore } from "./core/mqtt-sessions/index.ts";
import type { Ingest } from "./core/telemetry/index.ts";
import type { TenantLimitsBook } from "./core/tenants/index.ts";
import type { DeviceId } from "./kernel/ids.ts";
import { type Clock, epochMs } from "./kernel/time.ts";
import type { UpgradeHandler } from "./transports/http/upgrades.ts";
import { PlatformDeviceData } from "./transports/mqtt/device-data.ts";
import type { MqttLimits } from "./transports/mqtt/mqtt-limits.ts";
import { MqttListener, type MqttListenerOptions } from "./transports/mqtt/mqtt-listener.ts";
import { MqttServer } from "./transports/mqtt/mqtt-server.ts";
import { MqttWebSocket } from "./transports/mqtt/mqtt-websocket.ts";
import { PlatformGateway } from "./transports/mqtt/platform-gateway.ts";

/** The parts of the platform that devices reach over MQTT. */
interface MqttPlatform {
  readonly clock: Clock;
  readonly events: EventBus;
  readonly registry: Registry;
  readonly tokens: DeviceTokens;
  readonly activity: DeviceActivity;
  readonly attributes: Attributes;
  readonly commands: Commands;
  readonly communication: CommunicationLog;
  readonly mqttSessions: MqttSessionStore;
  readonly telemetryStore: Ingest["store"];
  readonly telemetryFeed: Ingest["audience"];
  readonly tenantLimits: TenantLimitsBook;
}

type Certificate = NonNullable<MqttListenerOptions["tls"]>;

interface RunningMqtt {
  readonly port: number;
  readonly tlsPort: number | undefined;
  readonly listeners: readonly MqttListener[];
  /** For `/mqtt` on the HTTP port. */
  readonly upgrade: UpgradeHandler;
  /** Stops accepting, says goodbye to every device and keeps what outlives the connections. */
  stop(): Promise<void>;
}

export async function startMqtt(
  config: Config,
  tls: Certificate | undefined,
  platform: MqttPlatform,
  logger: Logger,
): Promise<RunningMqtt> {
  await platform.mqttSessions.suspendAbandoned(epochMs(platform.clock() + config.mqttSessionLifetime));
  const server = createServer(config, platform, logger);
  const unsubscribe = followEvents(server, platform, logger);
  const webSocket = new MqttWebSocket(server, config.mqttMaxPacket);
  const listeners = await openListeners(config, tls, server);
  const [plain, secure] = listeners;
  return {
    port: plain?.port ?? config.mqttPort,
    tlsPort: secure?.port,
    listeners,
    upgrade: (request, socket, head) => webSocket.upgrade(request, socket, head),
    stop: async () => {
      for (const listener of listeners) listener.stopAccepting();
      await server.stop();
      for (const listener of listeners) listener.destroy();
      unsubscribe();
    },
  };
}

function createServer(config: Config, platform: MqttPlatform, logger: Logger): MqttServer {
  const data = new PlatformDeviceData({
    ingest: { store: platform.telemetryStore, audience: platform.telemetryFeed },
    attributes: platform.attributes,
    clock: platform.clock,
  });
  const onError = (error: unknown) => logger.error({ err: error }, "a command could not be marked as delivered");
  return new MqttServer({
    gateway: new PlatformGateway({ ...platform, data, onError }),
    store: platform.mqttSessions,
    limits: limitsOf(config),
    rates: {
      deviceMessages: config.mqttDeviceMessages,
      devicePoints: config.mqttDevicePoints,
      tenantMessages: config.mqttTenantMessages,
      tenantPoints: config.mqttTenantPoints,
    },
    ownRates: platform.tenantLimits,
    registry: platform.registry,
    clock: platform.clock,
    logger,
  });
}

const limitsOf = (config: Config): MqttLimits => ({
  maxPacketSize: config.mqttMaxPacket,
  receiveMaximum: config.mqttReceiveMaximum,
  inFlightBytes: config.mqttInFlightBytes,
  connectionsPerDevice: config.mqttConnectionsPerDevice,
  maxKeepAlive: config.mqttMaxKeepAlive,
  sessionLifetimeMs: config.mqttSessionLifetime,
});

/** What happens elsewhere on the platform and concerns a connected device. */
function followEvents(server: MqttServer, { events, attributes }: MqttPlatform, logger: Logger): () => void {
  const push = async (device: DeviceId, changed: readonly string[], deleted: readonly string[]): Promise<void> => {
    if (!server.listensForAttributes(device)) return;
    const found = changed.length === 0 ? [] : await attributes.read(device, { only: changed }, ["SHARED_SCOPE"]);
    const values = new Map(found.map(({ key, value }) => [key, value]));
    for (const payload of attributePushes(values, deleted)) server.pushAttributes(device, payload);
  };
  const subscriptions = [
    events.subscribe("device-token-changed", ({ deviceId }) => server.revoke(deviceId)),
    events.subscribe("device-removed", ({ deviceId }) => server.forget(deviceId)),
    events.subscribe("tenant-removed", ({ tenantId }) => server.forgetTenant(tenantId)),
    events.subscribe("command-queued", ({ deviceId, type }) => {
      if (type === "RPC") server.callWaits(deviceId);
    }),
    events.subscribe("attributes-changed", ({ deviceId, scope, changed, deleted }) => {
      if (scope !== "SHARED_SCOPE") return;
      push(deviceId, changed, deleted).catch((error: unknown) => {
        logger.error({ err: error, deviceId }, "a device could not be told of its new attributes");
      });
    }),
  ];
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}

async function openListeners(
  config: Config,
  tls: Certificate | undefined,
  server: MqttServer,
): Promise<readonly MqttListener[]> {
  const wanted: MqttListenerOptions[] = [{ host: config.host, port: config.mqttPort }];
  if (tls) wanted.push({ host: config.host, port: config.mqttTlsPort, tls });
  const opened: MqttListener[] = [];
  try {
    for (const options of wanted) {
      const listener = new MqttListener(server, options);
      await listener.open();
      opened.push(listener);
    }
    return opened;
  } catch (error) {
    for (const listener of opened) listener.stopAccepting();
    await server.stop();
    throw error;
  }
}
