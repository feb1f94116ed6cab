import type { Logger } from "pino";
import { DataFolder } from "../adapters/data-folder/data-folder.ts";
import { LeaseLostError } from "../adapters/sql/postgres/lease-lost-error.ts";
import { MembershipLostError } from "../adapters/sql/postgres/membership-lost-error.ts";
import { SqliteThreads } from "../adapters/sql/sqlite/sqlite-threads.ts";
import {
  type DamageNotice,
  isTakenOver,
  type PostgresPlace,
  type TelemetryBlocks,
  TelemetryThreads,
} from "../adapters/telemetry-blocks/index.ts";
import type { Config } from "../settings/config.ts";

/** What a node keeps on disk, claimed for this process; the threads that will read and write it are starting. */
export interface ClaimedStorage {
  readonly folder: DataFolder;
  /** Absent where the entities are in PostgreSQL. */
  readonly sqlite: SqliteThreads | undefined;
  readonly points: ClaimedPoints;
}

/** The store of points, which nothing has touched yet. */
export interface ClaimedPoints {
  /** In the PostgreSQL, where that is given; else in the data folder. */
  open(postgres: PostgresPlace | undefined): Promise<TelemetryBlocks>;
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
  return { folder, sqlite, points: claimPoints(config, folder, logger, onLost, undo) };
}

/** Where points are in a PostgreSQL is known when that was asked; else their threads start at once [RUN1]. */
function claimPoints(
  config: Config,
  folder: DataFolder,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): ClaimedPoints {
  const replaced = () => (config.natsUrl === undefined ? new LeaseLostError(undefined) : new MembershipLostError());
  const start = (postgres?: PostgresPlace): TelemetryThreads => {
    const threads = new TelemetryThreads({
      folder: folder.path,
      postgres,
      readers: config.telemetryReaders,
      arena: { points: config.telemetryMemoryPoints, series: config.telemetrySeries },
      onLost: (error) => onLost(isTakenOver(error) ? replaced() : error),
      onDamage: (damage) => logger.error({ ...damage }, damageText(damage)),
    });
    undo.defer(() => threads.end());
    return threads;
  };
  const embedded = config.databaseUrl === undefined ? start() : undefined;
  return { open: (postgres) => (embedded ?? start(postgres)).open() };
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
