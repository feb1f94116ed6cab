import type { Logger } from "pino";
import { DataFolder } from "../adapters/data-folder/data-folder.ts";
import { SqliteThreads } from "../adapters/sql/sqlite/sqlite-threads.ts";
import { type DamageNotice, TelemetryThreads } from "../adapters/telemetry-blocks/index.ts";
import type { Config } from "../settings/config.ts";

/** What a node keeps on disk, claimed for this process; the threads that will read and write it are starting. */
export interface ClaimedStorage {
  readonly folder: DataFolder;
  /** Absent where the entities are in PostgreSQL. */
  readonly sqlite: SqliteThreads | undefined;
  /** The points; always in the data folder. */
  readonly points: TelemetryThreads;
}

/** `onLost` is told when nothing can be served any more; what is claimed is given back by `undo`. */
export async function claimStorage(
  config: Config,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<ClaimedStorage> {
  const folder = new DataFolder(config.dataDir);
  await folder.create();
  const lock = folder.lock();
  undo.defer(() => lock.release());
  const sqlite = sqliteThreads(config, folder, onLost);
  undo.defer(() => sqlite?.close());
  const points = new TelemetryThreads({
    folder: folder.path,
    readers: config.telemetryReaders,
    arena: { points: config.telemetryMemoryPoints, series: config.telemetrySeries },
    onLost,
    onDamage: (damage) => logger.error({ ...damage }, damageText(damage)),
  });
  undo.defer(() => points.end());
  return { folder, sqlite, points };
}

/** A damaged commit cannot tell whose points it held. */
const damageText = ({ device }: DamageNotice): string =>
  device === ""
    ? "a commit of points was damaged on disk before it was sorted in; it was set aside and its points are missing"
    : "a part of a series cannot be read any more and is skipped";

export const sqliteThreads = (
  config: Config,
  folder: DataFolder,
  onLost?: (error: Error) => void,
): SqliteThreads | undefined =>
  config.databaseUrl === undefined ? new SqliteThreads(folder.database, onLost) : undefined;
