// Bounds that are no settings: nobody has to change them to run a node. Their values are read from the source, so that the
// table in docs/security.md cannot say something else; a constant that is gone stops `npm run docs` and its test.

export interface FixedBound {
  readonly what: string;
  /** Below `server/src`, unless it begins with a workspace. */
  readonly file: string;
  readonly constant: string;
  readonly unit?: "bytes" | "ms";
  readonly beyond: string;
}

const http: readonly FixedBound[] = [
  {
    what: "Characters of a path segment",
    file: "transports/http/create-http-app.ts",
    constant: "longestParameter",
    beyond: "400",
  },
  {
    what: "Silence on a kept-alive connection",
    file: "transports/http/listener.ts",
    constant: "keepAliveMs",
    unit: "ms",
    beyond: "Closed",
  },
  {
    what: "Characters of a name, label or tag",
    file: "contract/src/text.ts",
    constant: "nameMaxLength",
    beyond: "400",
  },
  {
    what: "PROXY header, version 1",
    file: "transports/proxy-header.ts",
    constant: "longestV1",
    unit: "bytes",
    beyond: "Closed",
  },
  {
    what: "PROXY header, version 2",
    file: "transports/proxy-header.ts",
    constant: "longestV2",
    unit: "bytes",
    beyond: "Closed",
  },
  {
    what: "Validity of a download token",
    file: "core/files/downloads.ts",
    constant: "tokenLifetimeMs",
    unit: "ms",
    beyond: "404",
  },
];

const memory: readonly FixedBound[] = [
  {
    what: "Logins waiting for their password to be hashed",
    file: "adapters/secrets/argon2-hasher.ts",
    constant: "strangersWaitingAtMost",
    beyond: "The network that has most of them loses its newest: 503",
  },
  {
    what: "The same, of accounts that logged in there before",
    file: "adapters/secrets/argon2-hasher.ts",
    constant: "knownWaitingAtMost",
    beyond: "The same",
  },
  {
    what: "Addresses whose token guesses are remembered",
    file: "core/devices/token-guesses.ts",
    constant: "networksRemembered",
    beyond: "The longest untouched is forgotten",
  },
  {
    what: "Device tokens kept in memory",
    file: "core/devices/device-tokens.ts",
    constant: "rememberedAtMost",
    beyond: "Looked up again",
  },
  {
    what: "Statements waiting for an embedded database thread",
    file: "adapters/sql/sqlite/worker-connection.ts",
    constant: "waitingAtMost",
    beyond: "503",
  },
  {
    what: "Writers waiting for the embedded database",
    file: "adapters/sql/sqlite/sqlite-dialect.ts",
    constant: "waitingWritersAtMost",
    beyond: "503",
  },
  {
    what: "A statement in PostgreSQL",
    file: "adapters/sql/postgres/open-postgres.ts",
    constant: "statementTimeoutMs",
    unit: "ms",
    beyond: "Cancelled, 503",
  },
  {
    what: "Communication log entries waiting to be written",
    file: "core/communication/communication-log.ts",
    constant: "waitingAtMost",
    beyond: "Counted, not kept",
  },
  {
    what: "Communication log entries of a device per second",
    file: "core/communication/communication-log.ts",
    constant: "entriesPerSecond",
    beyond: "Counted in the next entry",
  },
];

const devices: readonly FixedBound[] = [
  {
    what: "Depth of XML from devices",
    file: "transports/device-http/device-xml.ts",
    constant: "maxDepth",
    beyond: "400; in a PING logged and passed over",
  },
  {
    what: "XML of one message",
    file: "transports/device-http/device-xml.ts",
    constant: "shortBodyBytes",
    unit: "bytes",
    beyond: "413; in a PING logged and passed over",
  },
  {
    what: "XML list of files",
    file: "transports/device-http/device-xml.ts",
    constant: "listBytes",
    unit: "bytes",
    beyond: "413",
  },
  {
    what: "Answer to a script or SCPI task",
    file: "transports/device-http/device-functions.ts",
    constant: "answerBytes",
    unit: "bytes",
    beyond: "413",
  },
  {
    what: "Headers of a multipart part",
    file: "transports/device-http/multipart-part.ts",
    constant: "headerBytesAtMost",
    unit: "bytes",
    beyond: "400",
  },
  { what: "File name", file: "core/files/file-name.ts", constant: "longestName", unit: "bytes", beyond: "400" },
  {
    what: "Tag of a file",
    file: "core/files/file-name.ts",
    constant: "longestTag",
    unit: "bytes",
    beyond: "400; from a device: `preview`",
  },
  {
    what: "Files being read for callers at once",
    file: "adapters/osf-index/osf-content-reader.ts",
    constant: "readersAtMost",
    beyond: "503",
  },
  {
    what: "Times a list or file is asked for again",
    file: "core/commands/command-states.ts",
    constant: "requeuedAtMost",
    beyond: "FAILED",
  },
];

const mqtt: readonly FixedBound[] = [
  {
    what: "MQTT client id",
    file: "transports/mqtt/handlers/connect-terms.ts",
    constant: "longestClientId",
    unit: "bytes",
    beyond: "Refused",
  },
  {
    what: "Subscriptions of an MQTT connection",
    file: "transports/mqtt/session/subscriptions.ts",
    constant: "subscriptionsAtMost",
    beyond: "Refused (0x97 / 0x80)",
  },
  {
    what: "Messages a device has not acknowledged",
    file: "transports/mqtt/mqtt-limits.ts",
    constant: "outboundWindow",
    beyond: "The next ones wait",
  },
  {
    what: "Messages waiting for such a device",
    file: "transports/mqtt/session/outbound.ts",
    constant: "waitingAtMost",
    beyond: "Disconnected",
  },
  {
    what: "Output a device does not fetch",
    file: "transports/mqtt/mqtt-limits.ts",
    constant: "outputHighWater",
    unit: "bytes",
    beyond: "It is not read any more",
  },
  {
    what: "The same, much more",
    file: "transports/mqtt/mqtt-limits.ts",
    constant: "outputAtMost",
    unit: "bytes",
    beyond: "Disconnected",
  },
  {
    what: "Time above a rate limit",
    file: "transports/mqtt/mqtt-limits.ts",
    constant: "defaultRateToleranceMs",
    unit: "ms",
    beyond: "Disconnected (0x96)",
  },
  {
    what: "Frames of a live view that wait",
    file: "transports/live/limits.ts",
    constant: "maxFramesWaiting",
    beyond: "Its socket is not read",
  },
];

const telemetry: readonly FixedBound[] = [
  {
    what: "Characters of a telemetry or attribute key",
    file: "core/telemetry/limits.ts",
    constant: "maxKeyLength",
    beyond: "400, 0x99",
  },
  { what: "Depth of a JSON value", file: "core/telemetry/limits.ts", constant: "maxJsonDepth", beyond: "400, 0x99" },
  { what: "Digits of an integer", file: "core/telemetry/limits.ts", constant: "maxIntegerDigits", beyond: "400, 0x99" },
  {
    what: "Buckets of an aggregate",
    file: "core/telemetry/limits.ts",
    constant: "maxBuckets",
    beyond: "400, counted before one is made",
  },
  {
    what: "Telemetry keys of a device",
    file: "adapters/telemetry-blocks/limits.ts",
    constant: "maxSeriesPerDevice",
    beyond: "400, 0x99",
  },
  {
    what: "Points of one message, encoded",
    file: "adapters/telemetry-blocks/limits.ts",
    constant: "maxBatchBytes",
    unit: "bytes",
    beyond: "413",
  },
  {
    what: "Points on their way to the disk",
    file: "adapters/telemetry-blocks/limits.ts",
    constant: "maxBytesInFlight",
    unit: "bytes",
    beyond: "Appends wait",
  },
];

export const fixedBounds: readonly FixedBound[] = [...http, ...devices, ...mqtt, ...telemetry, ...memory];
