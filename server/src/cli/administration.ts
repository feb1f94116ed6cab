import { existsSync } from "node:fs";
import { DataFolder, DataFolderInUseError, type DataFolderLock } from "../adapters/data-folder/data-folder.ts";
import type { Database } from "../adapters/sql/database.ts";
import { isCurrent, migrate } from "../adapters/sql/migrations/migrate.ts";
import { type Administration, composeAdministration, openDatabase } from "../compose.ts";
import type { Config } from "../config.ts";
import { createLogger } from "../log.ts";
import { CommandError } from "./failure.ts";

/**
 * Runs `work` on the installation. Beside a running node it is a second process on the same database, and the
 * schema has to be the one it knows; without one it holds the data folder meanwhile and brings the schema up to date.
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
  const database = await openDatabase(config, folder, logger);
  try {
    if (lock) await migrate(database);
    else await requireCurrent(database);
    return await work(await composeAdministration(config, folder, database, logger));
  } finally {
    await database.close();
  }
}

function lockUnlessInUse(folder: DataFolder): DataFolderLock | undefined {
  try {
    return folder.lock();
  } catch (error) {
    if (error instanceof DataFolderInUseError) return undefined;
    throw error;
  }
}

async function requireCurrent(database: Database): Promise<void> {
  if (await isCurrent(database)) return;
  throw new CommandError(
    "The node that runs on this data folder is of another version. Use the command line of the same version, or " +
      "stop the node first.",
  );
}
