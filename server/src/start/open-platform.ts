import type { Logger } from "pino";
import { migrate } from "../adapters/sql/migrations/migrate.ts";
import type { Gate } from "../adapters/sql/postgres/gate.ts";
import { compose, type Platform } from "../compose/compose.ts";
import { openDatabase } from "../compose/open-database.ts";
import type { Config } from "../settings/config.ts";
import { findInstallation } from "./installation.ts";
import type { ClaimedStorage } from "./storage.ts";

/** The points are not touched before the entities are known to be of this version or an older one [REL4]. */
export async function openPlatform(
  storage: ClaimedStorage,
  config: Config,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<Platform> {
  const gate = await gateOf(config, logger, onLost, undo);
  const database = await openDatabase(config, logger, storage.sqlite, gate);
  undo.defer(() => database.close());
  const installation = await findInstallation(config, storage.folder, database);
  const migrations = await migrate(database);
  if (migrations.length > 0) logger.info({ migrations }, "the database was brought up to date");
  await installation.begin();
  const telemetry = await storage.points.open();
  undo.defer(() => telemetry.close());
  undo.defer(await installation.keep(telemetry, logger));
  return compose(config, storage.folder, database, telemetry, logger);
}

/** Loaded only where it is used: an embedded node starts sooner without it [RUN1]. */
async function gateOf(
  config: Config,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<Gate | undefined> {
  if (config.databaseUrl === undefined) return undefined;
  const { claimPostgres } = await import("./postgres-start.ts");
  return claimPostgres(config, config.databaseUrl, logger, onLost, undo);
}
