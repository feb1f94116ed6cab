// Bounds that are no settings: nobody has to change them to run a node. Their values are read from the source, so that the
// table in docs/security.md cannot say something else; a constant that is gone stops `npm run docs` and its test.

type FixedBound = readonly [what: string, beyond: string, unit?: "bytes" | "ms"];

/** By file, below `server/src` unless it begins with a workspace, and by the name of the constant. */
export const fixedBounds: Readonly<Record<string, Readonly<Record<string, FixedBound>>>> = {
  "transports/http/create-http-app.ts": {
    longestParameter: ["Characters of a path segment", "400"],
  },
  "transports/http/listener.ts": {
    keepAliveMs: ["Silence on a kept-alive connection", "Closed", "ms"],
  },
  "contract/src/text.ts": {
    nameMaxLength: ["Characters of a name, label or tag", "400"],
  },
  "transports/proxy-header.ts": {
    longestV1: ["PROXY header, version 1", "Closed", "bytes"],
    longestV2: ["PROXY header, version 2", "Closed", "bytes"],
  },
  "core/files/downloads.ts": {
    tokenLifetimeMs: ["Validity of a download token", "404", "ms"],
  },
  "transports/http/metrics-listener.ts": {
    mostConnections: ["Connections of the port for metrics", "Closed"],
    patienceMs: ["Silence there", "Closed", "ms"],
  },
  "transports/http/list-body.ts": {
    longestInMemory: ["Records of a page that is held in memory", "Streamed, and needs a place"],
  },
  "doors/readiness.ts": {
    readinessTimeoutMs: ["Wait for the store in `/health/ready`", "503", "ms"],
  },
  "transports/device-http/device-xml.ts": {
    maxDepth: ["Depth of XML from devices", "400; in a PING logged and passed over"],
    shortBodyBytes: ["XML of one message", "413; in a PING logged and passed over", "bytes"],
    listBytes: ["XML list of files", "413", "bytes"],
  },
  "transports/device-http/device-functions.ts": {
    answerBytes: ["Answer to a script or SCPI task", "413", "bytes"],
    errorBytes: ["Text of an error a device reports", "The rest is passed over", "bytes"],
  },
  "transports/device-http/multipart-part.ts": {
    headerBytesAtMost: ["Headers of a multipart part", "400", "bytes"],
    preambleBytesAtMost: ["Text before the first multipart part", "400", "bytes"],
  },
  "core/files/file-name.ts": {
    longestName: ["File name", "400", "bytes"],
    longestTag: ["Tag of a file", "400; from a device: `preview`", "bytes"],
  },
  "adapters/osf-index/reader-pool.ts": {
    readersAtMost: ["Files being read for callers at once", "503"],
  },
  "adapters/osf-index/reader-process.ts": {
    startAtMostMs: ["Start of a process that reads files", "Tried again", "ms"],
  },
  "core/commands/command-states.ts": {
    requeuedAtMost: ["Times a list or file is asked for again", "FAILED"],
  },
  "transports/mqtt/handlers/connect-terms.ts": {
    longestClientId: ["MQTT client id", "Refused", "bytes"],
  },
  "transports/mqtt/session/subscriptions.ts": {
    subscriptionsAtMost: ["Subscriptions of an MQTT connection", "Refused (0x97 / 0x80)"],
  },
  "transports/mqtt/mqtt-limits.ts": {
    outboundWindow: ["Messages a device has not acknowledged", "The next ones wait"],
    outputHighWater: ["Output a device does not fetch", "It is not read any more", "bytes"],
    outputAtMost: ["The same, much more", "Disconnected", "bytes"],
    defaultRateToleranceMs: ["Time above a rate limit", "Disconnected (0x96)", "ms"],
    topicAliasMaximum: ["Topic aliases of a client", "Disconnected (0x94)"],
    noRoomFirstMs: ["Hold of a device without room, at first", "Closed; twice as long the next time", "ms"],
    noRoomLongestMs: ["Hold of a device without room, at most", "Closed", "ms"],
    lingerMs: ["Silence after a good-bye", "Cut", "ms"],
  },
  "transports/mqtt/session/outbound.ts": {
    waitingAtMost: ["Messages waiting for a device that acknowledges none", "Disconnected"],
    waitingLengthAtMost: ["Bytes waiting for a device that acknowledges none", "Disconnected", "bytes"],
  },
  "transports/live/limits.ts": {
    maxFramesWaiting: ["Frames of a live view that wait", "Its socket is not read"],
  },
  "transports/mqtt/session/call-pump.ts": {
    callsAtOnce: ["Calls handed to a connection at once", "The next ones wait"],
  },
  "transports/mqtt/handlers/throttle.ts": {
    longestWaitMs: ["Pause of a device above its rate", "Read again", "ms"],
  },
  "core/rates/rate-limits.ts": {
    bucketsAtMost: ["Devices and tenants whose rates are counted", "The oldest is forgotten"],
  },
  "transports/mqtt/websocket/frame-decoder.ts": {
    longestControl: ["Payload of a WebSocket control frame", "Closed", "bytes"],
  },
  "transports/mqtt/threads/bridge.ts": {
    offeredAtMost: ["News between threads that nobody waits for", "Left out until the other side is back", "bytes"],
  },
  "transports/mqtt/threads/mqtt-threads.ts": {
    replacedAtMost: ["Crashes of transport threads within a minute", "The node ends and says why"],
  },
  "kernel/bounded-json.ts": {
    maxJsonLevels: ["Depth of JSON anybody sends", "400, 0x99, an error frame; before it is parsed"],
    maxCodedNames: [
      "Names with quotes, backslashes or control characters in JSON anybody sends",
      "400, 0x99, an error frame",
    ],
  },
  "kernel/json-weight.ts": {
    maxJsonWeight: [
      "Arrays and objects in JSON anybody sends; each different name counts as 8 of them",
      "400, 0x99, an error frame; before it is parsed",
    ],
  },
  "core/device-channels/seen-keys.ts": {
    lookedAtMost: ["Keys of a type's devices that are compared with what it describes", "The others are not proposed"],
  },
  "core/telemetry/limits.ts": {
    maxKeyLength: ["Characters of a telemetry or attribute key", "400, 0x99"],
    maxJsonDepth: ["Depth of a JSON value", "400, 0x99"],
    maxIntegerDigits: ["Digits of an integer", "400, 0x99"],
    maxBuckets: ["Buckets of an aggregate", "400, counted before one is made"],
  },
  "adapters/telemetry-blocks/limits.ts": {
    maxSeriesPerDevice: ["Telemetry keys of a device", "400, 0x99"],
    maxBatchBytes: ["Points of one message, encoded", "413", "bytes"],
    maxBytesInFlight: ["Points on their way to the disk", "Appends wait", "bytes"],
    maxJournalRows: ["Commits replayed per arena at a start", "Points become blocks before there are more"],
  },
  "adapters/telemetry-blocks/commit/unsaved-receipts.ts": {
    maxRowsBehind: ["Commits that wait for receipts of QoS 2 to be noted", "Appends wait"],
  },
  "adapters/secrets/argon2-hasher.ts": {
    unfamiliarWaitingAtMost: [
      "Logins waiting for their password to be hashed",
      "The network that has most of them loses its newest: 503",
    ],
    knownWaitingAtMost: ["The same, of accounts that logged in there before", "The same"],
  },
  "core/devices/token-guesses.ts": {
    networksRemembered: ["Addresses whose token guesses are remembered", "The longest untouched is forgotten"],
  },
  "core/devices/device-tokens.ts": {
    rememberedAtMost: ["Device tokens kept in memory", "Looked up again"],
  },
  "adapters/sql/sqlite/worker-connection.ts": {
    waitingAtMost: ["Statements waiting for an embedded database thread", "503"],
  },
  "adapters/sql/sqlite/sqlite-dialect.ts": {
    waitingWritersAtMost: ["Writers waiting for the embedded database", "503"],
  },
  "adapters/sql/postgres/open-postgres.ts": {
    usualStatementTimeoutMs: ["A statement in PostgreSQL", "Cancelled, 503", "ms"],
  },
  "core/communication/communication-log.ts": {
    waitingAtMost: ["Communication log entries waiting to be written", "Counted, not kept"],
    entriesPerSecond: ["Communication log entries of a device per second", "Counted in the next entry"],
    longestText: ["Text of a communication log entry", "Cut"],
  },
  "compose/administration.ts": {
    sessionsRemembered: ["Sessions remembered", "Looked up again"],
    loginFailuresRemembered: [
      "Accounts and networks whose failures are remembered",
      "The longest untouched is forgotten",
    ],
    loginFailuresForgottenMs: ["Time without a failure until they are forgotten", "Forgotten", "ms"],
  },
  "adapters/secrets/jwt-signer.ts": {
    verifiedKept: ["Signatures remembered as good", "Checked again"],
  },
  "core/access/failed-logins.ts": {
    linesPerMinute: ["Failed logins told one by one in a minute", "Told as a number"],
  },
  "transports/http/session-origin.ts": {
    longestAgent: ["Characters of a browser's name in a session", "Cut"],
  },
  "adapters/sql/sqlite/sqlite-threads.ts": {
    busyTimeoutMs: ["Wait for a lock of the embedded database", "503", "ms"],
  },
};
