import { duration, optionalText, wholeNumber } from "../setting-kinds.ts";

/** Points and their store. */
export const telemetrySettings = {
  telemetryTags: optionalText(
    "HELIO_TELEMETRY_TAGS",
    "Files of these tags, separated by commas, are fed into telemetry channel by channel",
  ),
  telemetrySeries: wholeNumber(
    "HELIO_TELEMETRY_SERIES",
    4_194_304,
    "Series (keys of devices) the telemetry store takes; about 400 bytes of memory for each that exists",
    { min: 1_000, max: 67_108_864 },
  ),
  tenantSeries: wholeNumber(
    "HELIO_TENANT_SERIES",
    1_048_576,
    "Series (keys of devices) one tenant may have; a tenant's own limit counts too. 0 is no limit",
    { min: 0, max: 67_108_864 },
  ),
  telemetryAhead: wholeNumber(
    "HELIO_TELEMETRY_AHEAD",
    0,
    "Seconds the time of a point in a message may be ahead of the node's clock; 0 is no limit",
    { min: 0, max: 1_000_000_000 },
  ),
  telemetryMemoryPoints: wholeNumber(
    "HELIO_TELEMETRY_MEMORY_POINTS",
    1_048_576,
    "Points gathered in memory before they become blocks; twice so many are held, at 25 bytes each",
    { min: 65_536, max: 67_108_864 },
  ),
  telemetryReaders: wholeNumber("HELIO_TELEMETRY_READERS", 2, "Threads that read telemetry", { min: 1, max: 64 }),
  forgetAfter: duration(
    "HELIO_FORGET_AFTER",
    "30s",
    "The points of a removed device go after so long; what was under way has arrived by then",
    { min: "100ms", max: "1h" },
  ),
} as const;
