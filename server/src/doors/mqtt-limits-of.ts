import type { Config } from "../settings/config.ts";
import { defaultRateToleranceMs, type MqttLimits } from "../transports/mqtt/mqtt-limits.ts";
import type { WillLimits } from "../transports/mqtt/session/wills.ts";

// The settings of MQTT in the words of the transport.

export const willLimitsOf = (config: Config): WillLimits => ({
  atMost: config.mqttWills,
  bytes: config.mqttWillBytes,
  perDevice: config.mqttWillsPerDevice,
});

export const limitsOf = (config: Config): MqttLimits => ({
  maxPacketSize: config.mqttMaxPacket,
  connectBytes: Math.min(config.unauthenticatedMessage, config.mqttMaxPacket),
  connectTimeoutMs: config.unauthenticatedTimeout,
  receiveMaximum: config.mqttReceiveMaximum,
  inFlightBytes: config.mqttInFlightBytes,
  maxKeepAlive: config.mqttMaxKeepAlive,
  sessionLifetimeMs: config.mqttSessionLifetime,
  rateToleranceMs: defaultRateToleranceMs,
  readTurns: {
    budgetMs: config.mqttTurn,
    packetsInARow: config.mqttTurnPackets,
    newcomersPerTurn: config.mqttTurnConnects,
  },
});
