import { existsSync } from "node:fs";
import { DataFolder, DataFolderInUseError, type DataFolderLock } from "../adapters/data-folder/data-folder.ts";
import type { Database } from "../adapters/sql/database.ts";
import { appliedMigrations, isCurrent, migrate } from "../adapters/sql/migrations/migrate.ts";
import { type Administration, composeAdministration } from "../compose/administration.ts";
import { openDatabase } from "../compose/open-database.ts";
import { createLogger } from "../log.ts";
import type { Config } from "../settings/config.ts";
import { refuseFirstStartOver } from "../start/installation.ts";
import { sqliteThreads } from "../start/storage.ts";
import { CommandError } from "./failure.ts";

/**
 * Runs `work` on the installation. Beside a running node it is a second process on the same database, and the
 * schema has to be the one it knows; without one it holds the data folder meanwhile and brings the schema up to date.
 * Whether nodes run on a PostgreSQL cannot be seen from here: only an empty one is given its schema.
 */
export async function withAdministration<T>(
  config: Config,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const folder = new DataFolder(config.dataDir);
  if (!existsSync(folder.path)) console.error(`${folder.path} is a new data folder`);
  await folder.create();
  const lock = lockUnlessInUse(folder);
  try {
    return await withDatabase(config, folder, lock, work);
  } finally {
    lock?.release();
  }
}

async function withDatabase<T>(
  config: Config,
  folder: DataFolder,
  lock: DataFolderLock | undefined,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const logger = createLogger("error");
  const database = await openDatabase(config, logger, sqliteThreads(config, folder));
  try {
    if (database.kind === "postgres") await createSchemaOrRequireCurrent(config, folder, database);
    else if (lock) await migrateWhatBelongs(config, folder, database);
    else await requireCurrent(database, nodeOfAnotherVersion);
    const administration = await composeAdministration(config, folder, database, logger);
    const result = await work(administration);
    await administration.auditStore.seal().catch(() => undefined); // who reads, or starts next, does it otherwise [AUD1]
    return result;
  } finally {
    await database.close();
  }
}

/** An empty database over the points or files of another would be in the way of the right one [RUN10]. */
async function migrateWhatBelongs(config: Config, folder: DataFolder, database: Database): Promise<void> {
  await refuseFirstStartOver(config, folder, database);
  await migrate(database);
}

function lockUnlessInUse(folder: DataFolder): DataFolderLock | undefined {
  try {
    return folder.lock();
  } catch (error) {
    if (error instanceof DataFolderInUseError) return undefined;
    throw error;
  }
}

async function createSchemaOrRequireCurrent(config: Config, folder: DataFolder, database: Database): Promise<void> {
  const applied = await appliedMigrations(database);
  if (applied.length === 0) await migrateWhatBelongs(config, folder, database);
  else await requireCurrent(database, olderPostgres);
}

async function requireCurrent(database: Database, otherwise: string): Promise<void> {
  if (!(await isCurrent(database))) throw new CommandError(otherwise);
}

const nodeOfAnotherVersion =
  "The node that runs on this data folder is of another version. Use the command line of the same version, or " +
  "stop the node first.";

const olderPostgres =
  "The PostgreSQL database was written by an older version, whose nodes may still run on it. Start a node of this " +
  "version first: it brings the database up to date. Nothing was changed.";
