import { setFlagsFromString } from "node:v8";
import { DataFolderInUseError } from "./adapters/data-folder/data-folder.ts";
import { NewerDataError } from "./adapters/sql/migrations/newer-data-error.ts";
import { LeaseLostError } from "./adapters/sql/postgres/lease-lost-error.ts";
import { MembershipLostError } from "./adapters/sql/postgres/membership-lost-error.ts";
import { type FirstAdministrator, StartRefusedError } from "./core/installation/index.ts";
import { AppError } from "./kernel/errors.ts";
import { createLogger } from "./log.ts";
import { type RunningNode, startNode } from "./node.ts";
import { ConfigError, type ConfigReading, readConfig } from "./settings/config.ts";
import { settingsHelp } from "./settings/settings-help.ts";
import { version } from "./version.ts";

/** The process has to be gone 10 s after the signal [RUN6]; what hangs longer than this is given up. */
const stopAtMostMs = 9_500;
/** Exit codes. A supervisor that starts a node anew should not do so where another has taken over. */
const exitCodes = { failed: 1, takenOver: 4 } as const;
const firstStartSettings = ["adminUsername", "adminPassword", "tenant"] as const;

const args = process.argv.slice(2);

/**
 * The room for short-lived objects that `npm start` gives the main thread would be every thread's, whatever limit it is
 * started with; those that only fetch rows would keep tens of MiB for nothing.
 */
function leaveThreadsTheirOwnLimits(): void {
  for (const flag of ["--min-semi-space-size=0", "--max-semi-space-size=0"]) setFlagsFromString(flag);
}

async function main(): Promise<void> {
  leaveThreadsTheirOwnLimits();
  const reading = orExit(() => readConfig(args, process.env));
  const logger = createLogger(reading.config.logLevel);
  for (const warning of reading.warnings) logger.warn(warning);
  const stopRequested = Promise.withResolvers<string>();
  // Listening for good: a second signal, which npm passes on, does not cut the stop short [RUN6].
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stopRequested.resolve(signal));
  void stopRequested.promise.then(() => setTimeout(() => giveUp(logger), stopAtMostMs).unref());
  try {
    const node = await startNode(reading.config, logger, undefined, tellFirstAdministrator);
    announce(node, reading, logger);
    void node.failure.then((error) => broke(error, logger)); // a supervisor starts it anew; nothing acknowledged is lost
    logger.info({ signal: await stopRequested.promise }, "stopping");
    await node.stop();
    logger.info("stopped");
    process.exit(0);
  } catch (error) {
    fail(error, logger);
  }
}

/** For the person at the terminal; the password is shown here and nowhere else. */
function tellFirstAdministrator({ tenant, username, generatedPassword }: FirstAdministrator): void {
  const password = generatedPassword === undefined ? "" : `, password ${generatedPassword} (shown only this once)`;
  process.stdout.write(`First start: tenant "${tenant}", administrator ${username}${password}\n`);
}

function announce(node: RunningNode, { config, given }: ConfigReading, logger: ReturnType<typeof createLogger>): void {
  if (!node.firstAdministrator && firstStartSettings.some((name) => given.has(name))) {
    logger.info("this is not the first start: the settings for the first tenant and administrator are ignored");
  }
  const host = ["::", "0.0.0.0"].includes(config.host) ? "localhost" : hostInUrl(config.host);
  const secure = node.httpsPort === undefined ? "" : ` and https://${host}:${node.httpsPort}`;
  const mqttSecure = node.mqttTlsPort === undefined ? "" : ` and mqtts://${host}:${node.mqttTlsPort}`;
  const mqtt = `mqtt://${host}:${node.mqttPort}${mqttSecure}`;
  process.stdout.write(
    `Heliograph ${version} is ready at http://${host}:${node.httpPort}${secure}; devices: ${mqtt}\n`,
  );
}

const hostInUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

function giveUp(logger: ReturnType<typeof createLogger>): void {
  logger.error("the stop took too long and was cut short; nothing acknowledged is lost");
  process.exit(1);
}

function orExit<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\nAll settings: npm start -- --help\n`);
    process.exit(1);
  }
}

/** Expected reasons are a sentence for a person; anything else is a bug with its stack in the log. */
function fail(error: unknown, logger: ReturnType<typeof createLogger>): never {
  const kinds = [AppError, ConfigError, DataFolderInUseError, NewerDataError, StartRefusedError];
  const expected = kinds.some((kind) => error instanceof kind) || isSystemError(error);
  if (expected) process.stderr.write(`Heliograph cannot start: ${(error as Error).message}\n`);
  else logger.fatal({ err: error }, "cannot start");
  process.exit(exitCodes.failed);
}

/** It ran, and cannot go on. */
function broke(error: Error, logger: ReturnType<typeof createLogger>): never {
  if (error instanceof LeaseLostError) {
    process.stderr.write(`Heliograph stops: ${error.message}. Nothing that was acknowledged is lost.\n`);
    process.exit(exitCodes.takenOver);
  }
  if (error instanceof MembershipLostError) {
    process.stderr.write(`Heliograph stops: ${error.message}. Started again, it joins them.\n`);
    process.exit(exitCodes.failed);
  }
  logger.fatal({ err: error }, "something broke without which nothing can be served; the process ends");
  process.exit(exitCodes.failed);
}

/** A port in use, a file that may not be read: the system's own words are clear. */
const isSystemError = (error: unknown): boolean => error instanceof Error && "syscall" in error && "code" in error;

// What a node writes is nobody else's, also in a folder that others can look into.
process.umask(0o077);

// Last in the file: everything above has its value when this runs.
if (args.includes("--help")) process.stdout.write(`${settingsHelp()}\n`);
else if (args.includes("--version")) process.stdout.write(`${version}\n`);
else await main();
