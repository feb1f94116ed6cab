import { duration, rate, wholeNumber } from "../setting-kinds.ts";

/** MQTT connections and what they send. */
export const mqttSettings = {
  mqttThreads: wholeNumber(
    "HELIO_MQTT_THREADS",
    0,
    "Threads of their own for MQTT connections; 0 is in the main thread, more than 1 needs Linux",
    { min: 0, max: 64 },
  ),
  mqttTurn: duration(
    "HELIO_MQTT_TURN",
    "10ms",
    "MQTT packets are worked off for so long before everything else has its turn",
    { min: "1ms", max: "1s" },
  ),
  mqttTurnPackets: wholeNumber(
    "HELIO_MQTT_TURN_PACKETS",
    64,
    "MQTT packets of one connection that are worked off in a row while other connections wait",
    { min: 1, max: 65_535 },
  ),
  mqttTurnConnects: wholeNumber(
    "HELIO_MQTT_TURN_CONNECTS",
    32,
    "MQTT connections without a CONNECT yet that are served before the others in each turn",
    { min: 1, max: 65_535 },
  ),
  mqttMaxPacket: wholeNumber(
    "HELIO_MQTT_MAX_PACKET",
    262_144,
    "Bytes of an MQTT packet, and of a body of the device API over HTTP",
    {
      min: 1_024,
      max: 16_777_216,
    },
  ),
  mqttReceiveMaximum: wholeNumber(
    "HELIO_MQTT_RECEIVE_MAXIMUM",
    1_000,
    "Messages of one MQTT connection that may be on their way into the store",
    { min: 1, max: 65_535 },
  ),
  mqttInFlightBytes: wholeNumber(
    "HELIO_MQTT_IN_FLIGHT_BYTES",
    33_554_432,
    "Bytes of messages of all MQTT connections that may be on their way into the store; each counts 1 KiB more than its payload",
    { min: 65_536, max: 8_589_934_592 },
  ),
  mqttConnectionsPerDevice: wholeNumber(
    "HELIO_MQTT_CONNECTIONS_PER_DEVICE",
    5,
    "MQTT connections with different client ids a device may have at once; beyond, the oldest gives way",
    { min: 1, max: 1_000 },
  ),
  mqttMaxKeepAlive: wholeNumber(
    "HELIO_MQTT_MAX_KEEP_ALIVE",
    0,
    "Seconds of keep-alive an MQTT client may ask for at most; 0 is as it asks",
    { min: 0, max: 65_535 },
  ),
  mqttAttributeAnswer: wholeNumber(
    "HELIO_MQTT_ATTRIBUTE_ANSWER",
    1_048_576,
    "Bytes of an answer to an attribute request of a device; one with more has to name keys",
    { min: 1_024, max: 67_108_864 },
  ),
  mqttDeviceMessages: rate("HELIO_MQTT_DEVICE_MESSAGES", "Messages per second of a device"),
  mqttDevicePoints: rate("HELIO_MQTT_DEVICE_POINTS", "Points per second of a device"),
  mqttTenantMessages: rate("HELIO_MQTT_TENANT_MESSAGES", "Messages per second of all devices of a tenant"),
  mqttTenantPoints: rate("HELIO_MQTT_TENANT_POINTS", "Points per second of all devices of a tenant"),
} as const;
