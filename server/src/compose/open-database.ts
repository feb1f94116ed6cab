import type { Logger } from "pino";
import type { Database } from "../adapters/sql/database.ts";
import type { Gate } from "../adapters/sql/postgres/gate.ts";
import { sqliteDatabase } from "../adapters/sql/sqlite/open-sqlite.ts";
import type { SqliteThreads } from "../adapters/sql/sqlite/sqlite-threads.ts";
import type { Config } from "../settings/config.ts";

/** Streams of rows the node reads for itself, such as the devices of a tenant for retention. */
const ownStreams = 4;

/** The entities: in the file that the threads hold, or without threads in the PostgreSQL of the settings. */
export async function openDatabase(
  config: Config,
  logger: Logger,
  threads: SqliteThreads | undefined,
  around: { readonly gate?: Gate; readonly member?: string } = {},
): Promise<Database> {
  const streams = config.listPlaces.all + ownStreams;
  if (threads) return sqliteDatabase(threads, streams);
  const { databaseUrl: url = "", databaseConnections: connections, databaseConnectTimeout: connectTimeoutMs } = config;
  // Loaded only where it is used: an embedded node starts sooner without it [RUN1].
  const { openPostgres } = await import("../adapters/sql/postgres/open-postgres.ts");
  // Whoever takes over after the lease finds no lock of the node before it for longer than a silence is waited for; of a member none at all.
  const ofMember = around.member !== undefined;
  const abandonedMs = ofMember ? config.clusterLease : config.databaseLease + config.databaseTimeout;
  return openPostgres({ url, connections, streams, connectTimeoutMs, abandonedMs, ...around }, (error) =>
    logger.warn({ err: error }, "a database connection was lost"),
  );
}
