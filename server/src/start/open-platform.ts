import type { Logger } from "pino";
import type { Database } from "../adapters/sql/database.ts";
import { migrate } from "../adapters/sql/migrations/migrate.ts";
import type { TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import { compose, type Platform } from "../compose/compose.ts";
import { openDatabase } from "../compose/open-database.ts";
import type { ClusterOfNode } from "../core/cluster/index.ts";
import { StartRefusedError } from "../core/installation/index.ts";
import type { Config } from "../settings/config.ts";
import { findInstallation, type Installation } from "./installation.ts";
import { openPoints } from "./open-points.ts";
import type { ClaimedPostgres } from "./postgres-start.ts";
import type { ClaimedStorage } from "./storage.ts";

/** A stop waits so long for others to take what this node has; what they did not is inherited by them. */
const leavePatienceMs = 3_000;

/** The points are not touched before the entities are known to be of this version or an older one [REL4]. */
export async function openPlatform(
  storage: ClaimedStorage,
  config: Config,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<Platform> {
  const postgres = await claimedPostgres(config, logger, onLost, undo);
  const database = await openDatabase(config, logger, storage.sqlite, {
    ...(postgres && { gate: postgres.gate }),
    ...(postgres?.member && { member: postgres.member.self.node }),
  });
  undo.defer(() => database.close());
  const installation = await findInstallation(config, storage.folder, database);
  await refuseAsMember(config, installation, database, postgres);
  const migrations = await migrate(database);
  if (migrations.length > 0) logger.info({ migrations }, "the database was brought up to date");
  await installation.begin();
  const cluster = await joined(config, installation, postgres, logger, undo);
  const telemetry = await openPoints(storage.points, config, installation.pointsIn, postgres);
  undo.defer(() => telemetry.close());
  closeAsMember(postgres, telemetry, undo);
  undo.defer(await installation.keep(telemetry, logger, cluster !== undefined));
  const points = cluster ? await sharedPoints(config, telemetry, cluster, logger) : telemetry;
  return compose(config, storage.folder, database, points, logger, cluster);
}

async function sharedPoints(config: Config, local: TelemetryBlocks, cluster: ClusterOfNode, logger: Logger) {
  const { SharedPoints } = await import("../adapters/telemetry-blocks/shared/shared-points.ts");
  return new SharedPoints(local, cluster, {
    waitMs: config.clusterWait,
    waitAtMost: config.clusterQuestions,
    bytes: config.clusterBytes,
    bytesPerTenant: config.clusterTenantBytes,
    onTrouble: (error) => logger.error({ err: error }, "a question of another node failed"),
  });
}

/** Loaded only where it is used: an embedded node starts sooner without it [RUN1]. */
async function claimedPostgres(
  config: Config,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<ClaimedPostgres | undefined> {
  if (config.databaseUrl === undefined) return undefined;
  if (config.natsUrl !== undefined) {
    const { claimMembership } = await import("./member-start.ts");
    return claimMembership(config, config.databaseUrl, logger, onLost, undo);
  }
  const { claimPostgres } = await import("./postgres-start.ts");
  return claimPostgres(config, config.databaseUrl, logger, onLost, undo);
}

/** Before anything is written. */
async function refuseAsMember(
  { clusterLease }: Config,
  { pointsIn }: Installation,
  database: Database,
  postgres: ClaimedPostgres | undefined,
): Promise<void> {
  if (!postgres?.member) return;
  if (pointsIn === "folder")
    throw new StartRefusedError(
      "The points of this installation are in the data folder of one node, and HELIO_NATS_URL joins nodes that share them in " +
        "PostgreSQL. Nothing was changed. Move them there first, or leave HELIO_NATS_URL out.",
    );
  const { refuseOtherSchema } = await import("./member-start.ts");
  await refuseOtherSchema(database, postgres.member, clusterLease);
}

async function joined(
  config: Config,
  { id }: Installation,
  postgres: ClaimedPostgres | undefined,
  logger: Logger,
  undo: AsyncDisposableStack,
): Promise<ClusterOfNode | undefined> {
  if (!postgres?.member) return undefined;
  const { clusterOfNode } = await import("./cluster-of-node.ts");
  return clusterOfNode(postgres.member, id, config, logger, undo);
}

/** What it has goes to others while the points are still open. */
function closeAsMember(
  postgres: ClaimedPostgres | undefined,
  points: TelemetryBlocks,
  undo: AsyncDisposableStack,
): void {
  const { member } = postgres ?? {};
  if (!member) return;
  undo.defer(() => member.leave(leavePatienceMs));
  member.has(points);
}
