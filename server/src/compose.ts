import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import { LocalBus } from "./adapters/bus-local/local-bus.ts";
import type { DataFolder } from "./adapters/data-folder/data-folder.ts";
import { DiskRoom } from "./adapters/data-folder/disk-room.ts";
import { Argon2Hasher } from "./adapters/secrets/argon2-hasher.ts";
import { CommonPasswords } from "./adapters/secrets/common-passwords.ts";
import { JwtSigner } from "./adapters/secrets/jwt-signer.ts";
import { loadSigningKey } from "./adapters/secrets/signing-key.ts";
import type { Database } from "./adapters/sql/database.ts";
import type { Gate } from "./adapters/sql/postgres/gate.ts";
import { sqliteDatabase } from "./adapters/sql/sqlite/open-sqlite.ts";
import type { SqliteThreads } from "./adapters/sql/sqlite/sqlite-threads.ts";
import { followWithPushes } from "./adapters/sql/stores/attribute-push-follower.ts";
import { SqlAttributeStore } from "./adapters/sql/stores/attribute-store.ts";
import { SqlCommandStore } from "./adapters/sql/stores/command-store.ts";
import { SqlCommunicationStore } from "./adapters/sql/stores/communication-store.ts";
import { SqlDeviceStore } from "./adapters/sql/stores/device-store.ts";
import { SqlInstallationStore } from "./adapters/sql/stores/installation-store.ts";
import { SqlInvitationStore } from "./adapters/sql/stores/invitation-store.ts";
import { SqlMqttSessionStore } from "./adapters/sql/stores/mqtt-session-store.ts";
import { SqlPointsToForget } from "./adapters/sql/stores/points-to-forget.ts";
import { SqlSessionStore } from "./adapters/sql/stores/session-store.ts";
import { SqlTenantLimitsStore } from "./adapters/sql/stores/tenant-limits-store.ts";
import { SqlTenantSettingsStore } from "./adapters/sql/stores/tenant-settings-store.ts";
import { SqlTenantStore } from "./adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "./adapters/sql/stores/user-store.ts";
import type { TelemetryBlocks } from "./adapters/telemetry-blocks/index.ts";
import type { Config } from "./config.ts";
import {
  FailedLogins,
  Invitations,
  Login,
  LoginThrottle,
  PasswordRules,
  Sessions,
  type ThrottleLimits,
  Users,
} from "./core/access/index.ts";
import { Attributes } from "./core/attributes/index.ts";
import { Commands, DeviceCalls } from "./core/commands/index.ts";
import { CommunicationLog } from "./core/communication/index.ts";
import {
  ChosenTokens,
  DeviceActivity,
  type DeviceStore,
  Devices,
  DeviceTokens,
  TokenGuesses,
} from "./core/devices/index.ts";
import type { EventBus } from "./core/events/index.ts";
import type { InstallationStore } from "./core/installation/index.ts";
import type { MqttSessionStore } from "./core/mqtt-sessions/index.ts";
import { type PointsToForget, TelemetryFeed } from "./core/telemetry/index.ts";
import { stricter, TenantLimitsBook, type TenantSettingsStore, Tenants } from "./core/tenants/index.ts";
import { composeFiles, type FileParts } from "./file-parts.ts";
import { type Clock, steadyClock, systemClock } from "./kernel/time.ts";

/** Streams of rows the node reads for itself, such as the devices of a tenant for retention. */
const ownStreams = 4;
/** A change made by another process (the command line, another node) is noticed within this time. */
const sessionRecheckMs = 2_000;
const sessionsRemembered = 100_000;
const loginFailuresForgottenMs = 15 * 60_000;
const loginFailuresRemembered = 100_000;
/** What the platform does, with its implementations chosen: the inside of a node, without any socket. */
export interface Platform extends FileParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly registry: Registry;
  readonly facts: InstallationStore;
  readonly room: DiskRoom;
  readonly tenants: Tenants;
  readonly users: Users;
  readonly invitations: Invitations;
  readonly failedLogins: FailedLogins;
  readonly sessions: Sessions;
  readonly login: Login;
  readonly devices: Devices;
  readonly deviceStore: DeviceStore;
  readonly activity: DeviceActivity;
  readonly attributes: Attributes;
  readonly tokens: DeviceTokens;
  readonly guesses: TokenGuesses;
  readonly chosenTokens: ChosenTokens;
  readonly commands: Commands;
  readonly calls: DeviceCalls;
  readonly communication: CommunicationLog;
  readonly mqttSessions: MqttSessionStore;
  readonly telemetryStore: TelemetryBlocks;
  readonly telemetryFeed: TelemetryFeed;
  /** How far ahead points may be; 0 is no limit. */
  readonly telemetryAheadMs: number;
  readonly pointsToForget: PointsToForget;
  readonly tenantSettings: TenantSettingsStore;
  readonly tenantLimits: TenantLimitsBook;
}

/** The entities: in the file that the threads hold, or without threads in the PostgreSQL of the settings. */
export async function openDatabase(
  config: Config,
  logger: Logger,
  threads: SqliteThreads | undefined,
  gate?: Gate,
): Promise<Database> {
  const streams = config.listPlaces.all + ownStreams;
  if (threads) return sqliteDatabase(threads, streams);
  const { databaseUrl: url = "", databaseConnections: connections } = config;
  // Loaded only where it is used: an embedded node starts sooner without it [RUN1].
  const { openPostgres } = await import("./adapters/sql/postgres/open-postgres.ts");
  return openPostgres({ url, connections, streams, ...(gate && { gate }) }, (error) =>
    logger.warn({ err: error }, "a database connection was lost"),
  );
}

/** What the command line needs of a platform; it may stand beside a running node, so nothing here owns a file. */
export type Administration = Pick<
  Platform,
  "clock" | "events" | "facts" | "tenants" | "users" | "invitations" | "sessions" | "login" | "failedLogins"
>;

/** Tenants and users, with their implementations chosen. The database is open and its schema current. */
export async function composeAdministration(
  config: Config,
  folder: DataFolder,
  database: Database,
  logger: Logger,
): Promise<Administration> {
  const clock = systemClock;
  const events = new LocalBus((error, event) => logger.error({ err: error, event }, "a listener failed"));
  const hasher = new Argon2Hasher();
  const signer = new JwtSigner(await loadSigningKey(folder.signingKey), {
    accessMs: config.accessTokenLifetime,
    refreshMs: config.sessionLifetime,
  });
  const userStore = new SqlUserStore(database);
  const failedLogins = new FailedLogins(logger);
  const throttle = new LoginThrottle(throttleLimits(config));
  const login = new Login({ users: userStore, hasher, throttle, failures: failedLogins, clock: steadyClock });
  const sessions = new Sessions(
    new SqlSessionStore(database),
    signer,
    {
      sessionMs: config.sessionLifetime,
      longestMs: config.sessionMaxAge,
      perUser: config.sessionsPerUser,
      recheckMs: sessionRecheckMs,
      rememberedAtMost: sessionsRemembered,
    },
    clock,
    events,
  );
  const passwordRules = new PasswordRules(config.passwordMinLength, new CommonPasswords());
  const users = new Users({ store: userStore, sessions, login, hasher, passwordRules, clock });
  const invitations = new Invitations(
    { store: new SqlInvitationStore(database), users, login, clock },
    config.invitationLifetime,
  );
  return {
    clock,
    events,
    facts: new SqlInstallationStore(database),
    tenants: new Tenants(new SqlTenantStore(database), events, clock),
    users,
    invitations,
    sessions,
    login,
    failedLogins,
  };
}

/** The one place that chooses implementations. The database is open and its schema current. */
export async function compose(
  config: Config,
  folder: DataFolder,
  database: Database,
  telemetryStore: TelemetryBlocks,
  logger: Logger,
): Promise<Platform> {
  const administration = await composeAdministration(config, folder, database, logger);
  const { clock, events, facts, sessions } = administration;
  const deviceStore = new SqlDeviceStore(database);
  const commands = new Commands(
    new SqlCommandStore(database),
    events,
    { answerTimeoutMs: config.commandTimeout, waitingPerDevice: config.commandQueueLimit },
    clock,
  );
  const databases = [...(database.kind === "sqlite" ? [folder.database] : []), folder.telemetry];
  const room = new DiskRoom({ reserve: folder.reserve, databases }, config.diskReserve, (problem) =>
    problem
      ? logger.error({ err: problem }, "nothing can be written any more; reading goes on")
      : logger.info("writing is possible again"),
  );
  telemetryStore.guardRoom(() => room.requireForRows());
  const tenantLimits = new TenantLimitsBook(new SqlTenantLimitsStore(database));
  await tenantLimits.load();
  telemetryStore.limitSeries({
    limitOf: (tenant) => stricter(config.tenantSeries, tenantLimits.of(tenant).series),
    onFull: (tenantId, limit) =>
      logger.warn({ tenantId, limit }, "the tenant has as many telemetry series as it may have; new keys are refused"),
  });
  const telemetryFeed = new TelemetryFeed((error) => logger.error({ err: error }, "a watcher of telemetry failed"));
  const telemetry = { store: telemetryStore, audience: telemetryFeed };
  const around = { database, folder, commands, telemetry, tenantLimits, events, facts, room, clock, logger };
  const fileParts = await composeFiles(config, around);
  const activity = new DeviceActivity(deviceStore, events, config.inactivityTimeout, clock);
  const guesses = new TokenGuesses({
    freeGuesses: config.tokenFreeGuesses,
    longestDelayMs: config.tokenDelayMax,
    guessesPerMinute: config.tokenGuessesPerMinute,
  });
  const chosenTokens = new ChosenTokens({ store: deviceStore, guesses, clock }, config.deviceTokenMinLength);
  events.subscribe("tenant-removed", ({ tenantId }) => {
    sessions.tenantRemoved(tenantId);
    activity.tenantRemoved(tenantId);
    tenantLimits.forget(tenantId);
  });
  const devices = new Devices({ store: deviceStore, activity, events, clock, chosenTokens });
  return {
    ...administration,
    database,
    registry: new Registry(),
    devices,
    guesses,
    chosenTokens,
    deviceStore,
    activity,
    attributes: new Attributes(
      new SqlAttributeStore(database, config.attributesPerScope, [followWithPushes(config.mqttQueueLimit)]),
      events,
      {
        perScope: config.attributesPerScope,
        valueBytes: config.attributeValueBytes,
        readBytes: config.attributeReadBytes,
      },
      clock,
      devices,
      () => room.requireForRows(),
    ),
    room,
    tokens: new DeviceTokens(deviceStore, events),
    commands,
    calls: new DeviceCalls(commands, events, clock),
    communication: new CommunicationLog(
      new SqlCommunicationStore(database),
      { keepMs: config.communicationRetention, entriesPerDevice: config.communicationLimit },
      clock,
      { events },
    ),
    mqttSessions: new SqlMqttSessionStore(database, config.mqttQueueLimit, randomUUID(), config.mqttSessionsPerDevice),
    telemetryStore,
    pointsToForget: new SqlPointsToForget(database),
    tenantSettings: new SqlTenantSettingsStore(database),
    tenantLimits,
    ...fileParts,
    telemetryFeed,
    telemetryAheadMs: config.telemetryAhead * 1_000,
  };
}

const throttleLimits = (config: Config): ThrottleLimits => ({
  freeFailures: config.loginFreeFailures,
  refuseFromFailures: config.loginRefuseFrom,
  firstDelayMs: config.loginDelay,
  longestDelayMs: config.loginDelayMax,
  forgetAfterMs: loginFailuresForgottenMs,
  rememberedAtMost: loginFailuresRemembered,
});
