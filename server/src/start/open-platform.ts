import type { Logger } from "pino";
import { migrate } from "../adapters/sql/migrations/migrate.ts";
import { compose, type Platform } from "../compose/compose.ts";
import { openDatabase } from "../compose/open-database.ts";
import type { Config } from "../settings/config.ts";
import { findInstallation } from "./installation.ts";
import { openPoints } from "./open-points.ts";
import type { ClaimedPostgres } from "./postgres-start.ts";
import type { ClaimedStorage } from "./storage.ts";

/** The points are not touched before the entities are known to be of this version or an older one [REL4]. */
export async function openPlatform(
  storage: ClaimedStorage,
  config: Config,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<Platform> {
  const postgres = await claimedPostgres(config, logger, onLost, undo);
  const database = await openDatabase(config, logger, storage.sqlite, postgres?.gate);
  undo.defer(() => database.close());
  const installation = await findInstallation(config, storage.folder, database);
  const migrations = await migrate(database);
  if (migrations.length > 0) logger.info({ migrations }, "the database was brought up to date");
  await installation.begin();
  const telemetry = await openPoints(storage.points, config, installation.pointsIn, postgres);
  undo.defer(() => telemetry.close());
  undo.defer(await installation.keep(telemetry, logger));
  return compose(config, storage.folder, database, telemetry, logger);
}

/** Loaded only where it is used: an embedded node starts sooner without it [RUN1]. */
async function claimedPostgres(
  config: Config,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<ClaimedPostgres | undefined> {
  if (config.databaseUrl === undefined) return undefined;
  const { claimPostgres } = await import("./postgres-start.ts");
  return claimPostgres(config, config.databaseUrl, logger, onLost, undo);
}
