import type { Logger } from "pino";
import type { Platform } from "../compose/compose.ts";
import { type FirstAdministrator, firstStart } from "../core/installation/index.ts";
import { type Doors, openDoors } from "../doors/open-doors.ts";
import { measureAudit } from "../metrics/audit-metrics.ts";
import { measureCluster } from "../metrics/cluster-metrics.ts";
import { measureContents } from "../metrics/content-metrics.ts";
import { measureOutbox } from "../metrics/outbox-metrics.ts";
import { measurePoints } from "../metrics/points-metrics.ts";
import { measureProcess } from "../metrics/process-metrics.ts";
import { measureRoom } from "../metrics/room-metrics.ts";
import { measureS3 } from "../metrics/s3-metrics.ts";
import { measureStorage } from "../metrics/storage-metrics.ts";
import { type Config, ConfigError } from "../settings/config.ts";
import { personFault, tenantNameFault } from "../settings/valid-names.ts";
import { runUpkeep } from "../upkeep/upkeep.ts";
import { openPlatform } from "./open-platform.ts";
import type { ClaimedStorage } from "./storage.ts";

export interface Served extends Doors {
  /** Set when this was the first start. */
  readonly firstAdministrator: FirstAdministrator | undefined;
}

export interface StartHooks {
  /** Runs when everything but the listeners is there, for those who embed a node and bring data of their own. */
  readonly prepare: (platform: Platform) => Promise<void>;
  /** Hears of the first administrator while the start goes on: a password must not be lost when a later step fails. */
  readonly tell: (administrator: FirstAdministrator) => void;
  /** Hears when a part has ended without which devices cannot be served. */
  readonly onLost: (error: Error) => void;
}

/** Of the ten seconds a stop may take [RUN6]. */
const handOverPatienceMs = 4_000;

/** Store, first tenant, upkeep, listeners, in this order; `undo` stops them in reverse. */
export async function serve(
  storage: ClaimedStorage,
  config: Config,
  logger: Logger,
  hooks: StartHooks,
  undo: AsyncDisposableStack,
): Promise<Served> {
  checkFirstStartNames(config);
  const platform = await openPlatform(storage, config, logger, hooks.onLost, undo);
  const endSharing = platform.startSharing();
  if (endSharing) undo.defer(endSharing);
  undo.defer(() => platform.liveRules.stop());
  undo.defer(() => platform.liveCalculations.stop());
  await platform.liveRules.start(); // before anybody brings points: none of them escapes the rules [RUL3]
  await platform.liveCalculations.start();
  const firstAdministrator = await firstStart(platform, config, hooks.tell);
  await hooks.prepare(platform);
  await beginWork(config, storage, platform, logger, undo);
  platform.cluster?.serve(); // not before: whoever starts has much to do, and its devices would wait for it [CLU4]
  await platform.cluster?.endTurn();
  const doors = await openDoors(config, platform, logger, hooks.onLost, undo);
  undo.defer(() => platform.cluster?.handOver(handOverPatienceMs)); // before anything else: the doors serve what others take
  platform.fileIndexing.wake();
  return { ...doors, firstAdministrator };
}

/** An administrator whose name no login accepts would be locked out for good. */
function checkFirstStartNames({ adminUsername, tenant }: Config): void {
  const faults = [
    { variable: "HELIO_ADMIN_USERNAME", fault: personFault({ username: adminUsername }) },
    { variable: "HELIO_TENANT", fault: tenantNameFault(tenant) },
  ].filter(({ fault }) => fault !== undefined);
  if (faults.length > 0) throw new ConfigError(faults.map(({ variable, fault }) => `${variable}: ${fault}`));
}

/** What has to be known and what has to go on before anybody is served. */
async function beginWork(
  config: Config,
  storage: ClaimedStorage,
  platform: Platform,
  logger: Logger,
  undo: AsyncDisposableStack,
): Promise<void> {
  measureProcess(platform.registry);
  measureContents(platform);
  measureRoom(platform);
  measureOutbox(platform);
  measurePoints(platform);
  measureS3(platform);
  measureStorage(platform, storage.folder);
  measureCluster(platform);
  measureAudit(platform);
  void platform.room.look();
  undo.defer(() => platform.room.close());
  await platform.activity.start();
  await platform.commands.awaitAnew();
  // Through a shared PostgreSQL another node may queue commands, too.
  if (platform.database.kind === "sqlite") await platform.commands.rememberWaiting();
  await platform.fileRequests.reconcile();
  undo.defer(() => finishWork(platform, logger));
  runUpkeep(config, platform, logger, undo);
}

/** What is still to be written when nobody is served any more. */
async function finishWork(platform: Platform, logger: Logger): Promise<void> {
  const { activity, communication, sessions, apiKeys, openShares } = platform;
  await platform.closeFiles();
  // A database that is away takes none of it: nothing of it was promised to anybody, and a stop ends all the same [RUN6].
  const uses = [sessions.keepUse(), apiKeys.keepUse(), openShares.keepUse()];
  const failed = (await Promise.allSettled([activity.flush(), communication.flush(), ...uses])).find(
    ({ status }) => status === "rejected",
  );
  if (failed) logger.warn(failed, "the last activity could not be noted at the stop; nothing acknowledged is lost");
}
