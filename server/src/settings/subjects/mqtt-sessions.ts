import { duration, longSpan, wholeNumber } from "../setting-kinds.ts";

/** What MQTT keeps for a device that is away. */
export const mqttSessionsSettings = {
  mqttSessionLifetime: duration(
    "HELIO_MQTT_SESSION_LIFETIME",
    "30d",
    "An MQTT session outlives its connection by no more than this",
    longSpan,
  ),
  mqttQueueLimit: wholeNumber("HELIO_MQTT_QUEUE_LIMIT", 1_000, "Pushes that wait for an absent device at most", {
    min: 1,
    max: 30_000,
  }),
  mqttSessionsPerDevice: wholeNumber(
    "HELIO_MQTT_SESSIONS_PER_DEVICE",
    10,
    "MQTT sessions kept per device; beyond, those that would end first give way",
    { min: 1, max: 1_000 },
  ),
  mqttWills: wholeNumber(
    "HELIO_MQTT_WILLS",
    100_000,
    "MQTT wills with a delay that may wait at once; beyond, they are published without it",
    { min: 0, max: 10_000_000 },
  ),
  mqttWillBytes: wholeNumber("HELIO_MQTT_WILL_BYTES", 33_554_432, "The same in bytes", {
    min: 0,
    max: 8_589_934_592,
  }),
  mqttWillsPerDevice: wholeNumber(
    "HELIO_MQTT_WILLS_PER_DEVICE",
    10,
    "MQTT wills of a device that may wait; beyond, the one that waited longest is published at once",
    { min: 1, max: 1_000 },
  ),
} as const;
