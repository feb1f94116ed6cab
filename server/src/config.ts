import { parseArgs } from "node:util";
import {
  choice,
  duration,
  networks,
  optionalPort,
  optionalText,
  places,
  port,
  proxies,
  rate,
  type Setting,
  secret,
  text,
  timerSpan,
  wholeNumber,
} from "./config-schema.ts";
import { nearest } from "./nearest.ts";

const loginDelays = { min: "0ms", max: "10min" };
/** The process is gone 10 s after the signal [RUN6]; some of that is needed to close what is behind the listeners. */
/** For what is compared with the clock and never handed to a timer. */
const longSpan = { min: "1s", max: "3650d" };
const stopSpan = { min: "0ms", max: "9s" };

/** Every setting there is. The table in docs/operations.md is made from this (`npm run docs`). */
export const settings = {
  host: text("HELIO_HOST", "::", "Address to listen on; :: is all of them, IPv4 included"),
  httpPort: port("HELIO_HTTP_PORT", 8080, "Port for HTTP"),
  mqttPort: port("HELIO_MQTT_PORT", 1883, "Port for MQTT"),
  tlsCert: optionalText("HELIO_TLS_CERT", "PEM file with the certificate chain; with the key, switches TLS on"),
  tlsKey: optionalText("HELIO_TLS_KEY", "PEM file with the certificate's private key"),
  httpsPort: port("HELIO_HTTPS_PORT", 8443, "Port for HTTPS, when TLS is on"),
  mqttTlsPort: port("HELIO_MQTT_TLS_PORT", 8883, "Port for MQTT over TLS, when TLS is on"),
  tlsReload: duration("HELIO_TLS_RELOAD", "10s", "Certificate and key are looked at for changes every so often", {
    min: "100ms",
    max: "1d",
  }),
  tlsHandshakeTimeout: duration("HELIO_TLS_HANDSHAKE_TIMEOUT", "10s", "A TLS handshake may take so long", {
    min: "100ms",
    max: "5min",
  }),
  dataDir: text("HELIO_DATA_DIR", "./data", "Folder for everything the node keeps"),
  diskReserve: wholeNumber(
    "HELIO_DISK_RESERVE",
    16_777_216,
    "Bytes of the disk kept back in a file and given out when it is full, so that people can log in and delete; at most an eighth of the disk",
    { min: 0, max: 1_099_511_627_776 },
  ),
  databaseUrl: secret("HELIO_DATABASE_URL", "postgres://… keeps entities in PostgreSQL instead of the data folder"),
  databaseConnections: wholeNumber("HELIO_DATABASE_CONNECTIONS", 10, "Connections to PostgreSQL", { min: 2, max: 500 }),
  databaseWait: duration("HELIO_DATABASE_WAIT", "60s", "A start waits so long for a PostgreSQL that is not there", {
    min: "0ms",
    max: "1h",
  }),
  databaseTimeout: duration(
    "HELIO_DATABASE_TIMEOUT",
    "5s",
    "A PostgreSQL that says nothing for so long is taken for unavailable: requests are answered 503",
    { min: "100ms", max: "5min" },
  ),
  databaseLease: duration(
    "HELIO_DATABASE_LEASE",
    "10s",
    "A node that did not renew its right to the PostgreSQL for so long may be replaced by another; renewed five times as often",
    { min: "1s", max: "10min" },
  ),
  adminUsername: text("HELIO_ADMIN_USERNAME", "admin", "First start: user name of the administrator"),
  adminPassword: secret("HELIO_ADMIN_PASSWORD", "First start: the administrator's password; random when not set"),
  tenant: text("HELIO_TENANT", "Default", "First start: name of the first tenant"),
  trustProxy: proxies("HELIO_TRUST_PROXY", "false", "Whose X-Forwarded-For to believe"),
  proxyProtocol: networks(
    "HELIO_PROXY_PROTOCOL",
    "Balancers that put a PROXY header (v1, v2) before each connection, on every port",
  ),
  metricsAccess: choice(
    "HELIO_METRICS_ACCESS",
    ["local", "anyone", "nobody"],
    "local",
    "Who may read /metrics on the ports of the API without the token; local is whoever is on this machine",
  ),
  metricsToken: secret("HELIO_METRICS_TOKEN", "Whoever sends it as `Authorization: Bearer …` may read /metrics"),
  metricsHost: text("HELIO_METRICS_HOST", "127.0.0.1", "Address of the port for metrics alone"),
  metricsPort: optionalPort("HELIO_METRICS_PORT", "A port for metrics alone; /metrics is then nowhere else"),
  apiDescription: choice("HELIO_API_DESCRIPTION", ["anyone", "users"], "anyone", "Who may read /api/openapi.json"),
  logLevel: choice(
    "HELIO_LOG_LEVEL",
    ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    "info",
    "What is logged",
  ),
  accessTokenLifetime: duration("HELIO_ACCESS_TOKEN_LIFETIME", "2.5h", "How long an access token is valid", {
    min: "1s",
    max: "366d",
  }),
  sessionLifetime: duration("HELIO_SESSION_LIFETIME", "7d", "How long a session lives on without a refresh", {
    min: "1s",
    max: "3660d",
  }),
  sessionMaxAge: duration(
    "HELIO_SESSION_MAX_AGE",
    "30d",
    "A session ends after so long at the latest, however often it is refreshed",
    { min: "1s", max: "3660d" },
  ),
  sessionsPerUser: wholeNumber("HELIO_SESSIONS_PER_USER", 1_000, "Sessions a user may have at once", {
    min: 1,
    max: 1_000_000,
  }),
  invitationLifetime: duration("HELIO_INVITATION_LIFETIME", "7d", "An invitation can be accepted for so long", {
    min: "1s",
    max: "366d",
  }),
  passwordMinLength: wholeNumber("HELIO_PASSWORD_MIN_LENGTH", 8, "Characters a new password needs", {
    min: 1,
    max: 128,
  }),
  loginFreeFailures: wholeNumber("HELIO_LOGIN_FREE_FAILURES", 5, "Failed logins without a delay", {
    min: 0,
    max: 1_000,
  }),
  loginRefuseFrom: wholeNumber("HELIO_LOGIN_REFUSE_FROM", 10, "From so many failed logins on the answer is 429", {
    min: 1,
    max: 1_000,
  }),
  loginDelay: duration(
    "HELIO_LOGIN_DELAY",
    "250ms",
    "The first delay of a login after failures; doubles each time",
    loginDelays,
  ),
  loginDelayMax: duration("HELIO_LOGIN_DELAY_MAX", "4s", "The longest delay of a login after failures", loginDelays),
  deviceTokenMinLength: wholeNumber(
    "HELIO_DEVICE_TOKEN_MIN_LENGTH",
    8,
    "Characters a chosen device token needs; existing ones go on working",
    { min: 1, max: 128 },
  ),
  tokenFreeGuesses: wholeNumber("HELIO_TOKEN_FREE_GUESSES", 5, "Wrong device tokens of an address without a delay", {
    min: 0,
    max: 1_000,
  }),
  tokenDelayMax: duration(
    "HELIO_TOKEN_DELAY_MAX",
    "4s",
    "The longest delay of an answer to a device token after wrong ones",
    loginDelays,
  ),
  tokenGuessesPerMinute: wholeNumber(
    "HELIO_TOKEN_GUESSES_PER_MINUTE",
    1_000,
    "With more wrong device tokens from everywhere, devices that come from a new address wait, too",
    { min: 1, max: 10_000_000 },
  ),
  inactivityTimeout: duration("HELIO_INACTIVITY_TIMEOUT", "10min", "A device not heard of for so long is inactive", {
    min: "1s",
    max: "366d",
  }),
  bodyLimit: wholeNumber("HELIO_BODY_LIMIT", 1_048_576, "Bytes of a JSON body", { min: 1_024, max: 1_073_741_824 }),
  importLimit: wholeNumber("HELIO_IMPORT_LIMIT", 33_554_432, "Bytes of a CSV import", {
    min: 1_024,
    max: 1_073_741_824,
  }),
  importRows: wholeNumber("HELIO_IMPORT_ROWS", 100_000, "Rows of a CSV import", { min: 1, max: 10_000_000 }),
  strangers: wholeNumber(
    "HELIO_STRANGERS",
    16_384,
    "Connections and requests that may be open before they authenticate; beyond, who has most of them loses the oldest",
    { min: 16, max: 1_000_000 },
  ),
  strangersPerNetwork: wholeNumber(
    "HELIO_STRANGERS_PER_NETWORK",
    4_096,
    "The same of one IPv4 address or IPv6 /64; beyond, its oldest gives way",
    { min: 1, max: 1_000_000 },
  ),
  strangerBytes: wholeNumber("HELIO_STRANGER_BYTES", 67_108_864, "Bytes held for all of them", {
    min: 65_536,
    max: 8_589_934_592,
  }),
  strangerBytesPerNetwork: wholeNumber(
    "HELIO_STRANGER_BYTES_PER_NETWORK",
    8_388_608,
    "Bytes held for those of one IPv4 address or IPv6 /64",
    { min: 16_384, max: 8_589_934_592 },
  ),
  strangerMessage: wholeNumber(
    "HELIO_STRANGER_MESSAGE",
    16_384,
    "Bytes of a body, an MQTT CONNECT or a first frame of the live view before authentication",
    { min: 1_024, max: 1_048_576 },
  ),
  strangerTimeout: duration(
    "HELIO_STRANGER_TIMEOUT",
    "10s",
    "Such a body, CONNECT or frame has to be complete within this",
    timerSpan,
  ),
  listPlaces: places("HELIO_LIST_PLACES", "8,16,32", "Lists of everything (`limit=-1`) that are sent at once"),
  exportPlaces: places("HELIO_EXPORT_PLACES", "4,8,16", "Exports and archives that are sent at once"),
  readPlaces: places("HELIO_READ_PLACES", "8,16,32", "Aggregates and long histories of telemetry read at once"),
  importPlaces: places("HELIO_IMPORT_PLACES", "2,4,8", "CSV imports at once"),
  requestDeadline: duration(
    "HELIO_REQUEST_DEADLINE",
    "30s",
    "A request that could not be answered within so long is answered 503",
    timerSpan,
  ),
  placeWait: duration(
    "HELIO_PLACE_WAIT",
    "30s",
    "Work beyond these places waits so long for one, then the answer is 429",
    timerSpan,
  ),
  placeWaiting: wholeNumber("HELIO_PLACE_WAITING", 100, "Requests of a user that may wait for a place of each kind", {
    min: 0,
    max: 10_000,
  }),
  placeStall: duration(
    "HELIO_PLACE_STALL",
    "15s",
    "An answer of which nothing was read for so long, or an import that does not arrive, is broken off when somebody waits for its place",
    timerSpan,
  ),
  mqttThreads: wholeNumber(
    "HELIO_MQTT_THREADS",
    0,
    "Threads of their own for MQTT connections; 0 is in the main thread, more than 1 needs Linux",
    { min: 0, max: 64 },
  ),
  mqttMaxPacket: wholeNumber("HELIO_MQTT_MAX_PACKET", 262_144, "Bytes of an MQTT packet", {
    min: 1_024,
    max: 16_777_216,
  }),
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
  mqttAttributeAnswer: wholeNumber(
    "HELIO_MQTT_ATTRIBUTE_ANSWER",
    1_048_576,
    "Bytes of an answer to an attribute request over MQTT; a device with more has to name keys",
    { min: 1_024, max: 67_108_864 },
  ),
  mqttDeviceMessages: rate("HELIO_MQTT_DEVICE_MESSAGES", "Messages per second of a device"),
  mqttDevicePoints: rate("HELIO_MQTT_DEVICE_POINTS", "Points per second of a device"),
  mqttTenantMessages: rate("HELIO_MQTT_TENANT_MESSAGES", "Messages per second of all devices of a tenant"),
  mqttTenantPoints: rate("HELIO_MQTT_TENANT_POINTS", "Points per second of all devices of a tenant"),
  attributesPerScope: wholeNumber("HELIO_ATTRIBUTES_PER_SCOPE", 5_000, "Attributes of a device in one scope", {
    min: 1,
    max: 1_000_000,
  }),
  attributeValueBytes: wholeNumber("HELIO_ATTRIBUTE_VALUE_BYTES", 131_072, "Bytes of an attribute's value as JSON", {
    min: 64,
    max: 16_777_216,
  }),
  attributeReadBytes: wholeNumber(
    "HELIO_ATTRIBUTE_READ_BYTES",
    33_554_432,
    "Bytes of attributes read at once; who wants more has to name keys",
    { min: 65_536, max: 1_073_741_824 },
  ),
  commandTimeout: duration("HELIO_COMMAND_TIMEOUT", "5min", "A device may take so long to answer a command", longSpan),
  commandQueueLimit: wholeNumber("HELIO_COMMAND_QUEUE_LIMIT", 1_000, "Commands that may wait for one device", {
    min: 1,
    max: 100_000,
  }),
  communicationRetention: duration(
    "HELIO_COMMUNICATION_RETENTION",
    "90d",
    "The communication log goes back so far",
    longSpan,
  ),
  communicationLimit: wholeNumber("HELIO_COMMUNICATION_LIMIT", 10_000, "Entries of the communication log per device", {
    min: 100,
    max: 10_000_000,
  }),
  idleTimeout: duration(
    "HELIO_IDLE_TIMEOUT",
    "300s",
    "A connection on which nothing moves for so long is closed",
    timerSpan,
  ),
  stopTimeout: duration(
    "HELIO_STOP_TIMEOUT",
    "8s",
    "What is in flight may take so long to finish when stopping",
    stopSpan,
  ),
  fileLimit: wholeNumber("HELIO_FILE_LIMIT", 1_073_741_824, "Bytes of a file", { min: 1, max: 1_099_511_627_776 }),
  fileQuota: wholeNumber("HELIO_FILE_QUOTA", 0, "Bytes the files of a tenant may take; 0 is no limit", {
    min: 0,
    max: 9_007_199_254_740_991,
  }),
  fileCheckRate: wholeNumber(
    "HELIO_FILE_CHECK_RATE",
    10_000_000,
    "Bytes per second at which the contents of files are compared with their hashes in the background; 0 is never",
    { min: 0, max: 100_000_000_000 },
  ),
  fileCheckInterval: duration(
    "HELIO_FILE_CHECK_INTERVAL",
    "7d",
    "From the beginning of one such check of all contents to that of the next",
    longSpan,
  ),
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
  telemetryAhead: wholeNumber(
    "HELIO_TELEMETRY_AHEAD",
    0,
    "Seconds the time of a point in a message may be ahead of the node's clock; 0 is no limit",
    { min: 0, max: 1_000_000_000 },
  ),
  tenantSeries: wholeNumber(
    "HELIO_TENANT_SERIES",
    1_048_576,
    "Series (keys of devices) one tenant may have; a tenant's own limit counts too. 0 is no limit",
    { min: 0, max: 67_108_864 },
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
  liveAuthTimeout: duration("HELIO_LIVE_AUTH_TIMEOUT", "10s", "Live view: time to authenticate", timerSpan),
  liveConnections: wholeNumber("HELIO_LIVE_CONNECTIONS", 5_000, "Live view: authenticated connections of this node", {
    min: 1,
    max: 1_000_000,
  }),
  liveConnectionsPerUser: wholeNumber("HELIO_LIVE_CONNECTIONS_PER_USER", 50, "Live view: connections of a user", {
    min: 1,
    max: 1_000_000,
  }),
  liveSubscriptions: wholeNumber("HELIO_LIVE_SUBSCRIPTIONS", 1_000, "Live view: subscriptions of a connection", {
    min: 1,
    max: 1_000_000,
  }),
  liveKeys: wholeNumber("HELIO_LIVE_KEYS", 20_000, "Live view: telemetry keys a connection watches", {
    min: 1,
    max: 10_000_000,
  }),
  liveMaxFrame: wholeNumber("HELIO_LIVE_MAX_FRAME", 262_144, "Live view: bytes of a frame that a client sends", {
    min: 1_024,
    max: 16_777_216,
  }),
  liveChanges: wholeNumber(
    "HELIO_LIVE_CHANGES",
    1_000,
    "Live view: changes remembered for a slow reader; with more it is given the whole state again",
    { min: 1, max: 1_000_000 },
  ),
  liveInterval: duration("HELIO_LIVE_INTERVAL", "50ms", "Live view: changes are gathered for so long at least", {
    min: "0ms",
    max: "1h",
  }),
  liveHeartbeat: duration(
    "HELIO_LIVE_HEARTBEAT",
    "30s",
    "Live view: a connection that is silent for one to two of these is cut",
    timerSpan,
  ),
  liveRecheck: duration(
    "HELIO_LIVE_RECHECK",
    "2s",
    "Live view: a permission taken away by another process is noticed within this",
    timerSpan,
  ),
  indexTimeout: duration(
    "HELIO_INDEX_TIMEOUT",
    "10min",
    "Reading a file in the background is given up after this",
    timerSpan,
  ),
  indexMemory: wholeNumber("HELIO_INDEX_MEMORY", 512, "MiB that reading one file may take; more fails the file", {
    min: 64,
    max: 65_536,
  }),
  strayContents: duration(
    "HELIO_STRAY_CONTENTS",
    "7d",
    "Contents found without a record are kept for so long before they are removed",
    longSpan,
  ),
  indexBytes: wholeNumber(
    "HELIO_INDEX_BYTES",
    1_073_741_824,
    "Bytes a compressed file may inflate to when it is read in the background; more fails the file",
    { min: 1_048_576, max: 1_099_511_627_776 },
  ),
  indexExpansion: wholeNumber(
    "HELIO_INDEX_EXPANSION",
    64,
    "The same for large files, as a multiple of their size; the larger of both counts",
    { min: 1, max: 10_000 },
  ),
  uploadTimeout: duration(
    "HELIO_UPLOAD_TIMEOUT",
    "300s",
    "An upload of which no byte arrives for so long is given up",
    timerSpan,
  ),
} as const;

type Settings = typeof settings;
type SettingName = keyof Settings;

/** What a setting is after reading: absent only where there is no fallback. */
export type Config = {
  readonly [Name in SettingName]: Settings[Name] extends {
    readonly fallback: string;
    readonly parse: (text: string) => infer T;
  }
    ? T
    : Settings[Name] extends Setting<infer T>
      ? T | undefined
      : never;
};

/** How a setting came to its value. */
export interface WrittenSetting {
  readonly name: SettingName;
  /** As it was written; undefined when it is not set and has no default. */
  readonly text: string | undefined;
  readonly source: "flag" | "environment" | "default";
}

export interface ConfigReading {
  readonly config: Config;
  readonly written: readonly WrittenSetting[];
  /** Settings given by whoever started us, not by the fallback. */
  readonly given: ReadonlySet<SettingName>;
  readonly warnings: readonly string[];
}

/** Every fault of the settings at once, a line each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(faults: readonly string[]) {
    super(`These settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
  }
}

const names = Object.keys(settings) as SettingName[];
export const flagOf = (variable: string): string =>
  `--${variable.slice("HELIO_".length).toLowerCase().replaceAll("_", "-")}`;

/** Settings come from flags, then from the environment, then from their fallbacks [RUN3]. */
export function readConfig(args: readonly string[], env: Readonly<Record<string, string | undefined>>): ConfigReading {
  const faults: string[] = [];
  const flags = readFlags(args, faults);
  const values: Partial<Record<SettingName, unknown>> = {};
  const given = new Set<SettingName>();
  const all: WrittenSetting[] = [];
  for (const name of names) {
    const setting: Setting<unknown> = settings[name];
    const flag = flags.get(flagOf(setting.variable));
    const written = flag ?? env[setting.variable];
    if (written !== undefined) given.add(name);
    all.push({ name, text: written ?? setting.fallback, source: sourceOf(flag, written) });
    const source = flag === undefined ? setting.variable : flagOf(setting.variable);
    values[name] = parsed(setting, written ?? setting.fallback, source, faults);
  }
  const config = values as Config;
  if ((config.tlsCert === undefined) !== (config.tlsKey === undefined)) {
    faults.push("HELIO_TLS_CERT and HELIO_TLS_KEY belong together: set both or none");
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return { config, written: all, given, warnings: unknownVariables(env) };
}

function sourceOf(flag: string | undefined, written: string | undefined): WrittenSetting["source"] {
  if (flag !== undefined) return "flag";
  return written === undefined ? "default" : "environment";
}

function parsed(setting: Setting<unknown>, written: string | undefined, source: string, faults: string[]): unknown {
  if (written === undefined) return undefined;
  try {
    return setting.parse(written);
  } catch (error) {
    faults.push(`${source} ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function readFlags(args: readonly string[], faults: string[]): ReadonlyMap<string, string> {
  const known = names.map((name) => flagOf(settings[name].variable));
  const options = Object.fromEntries(known.map((flag) => [flag.slice(2), { type: "string" as const }]));
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const flags = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === "positional") faults.push(`"${token.value}" is not a flag; flags start with --`);
    if (token.kind !== "option") continue;
    if (!known.includes(token.rawName))
      faults.push(`unknown flag ${token.rawName}, did you mean ${nearest(token.rawName, known)}?`);
    else if (token.value === undefined) faults.push(`${token.rawName} needs a value`);
    else flags.set(token.rawName, token.value);
  }
  return flags;
}

function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = names.map((name) => settings[name].variable);
  return Object.keys(env)
    .filter((variable) => variable.startsWith("HELIO_") && !(known as string[]).includes(variable))
    .map((variable) => `${variable} is not a setting and is ignored; did you mean ${nearest(variable, known)}?`);
}
