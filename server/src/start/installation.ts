import type { Logger } from "pino";
import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import type { Database } from "../adapters/sql/database.ts";
import { appliedMigrations } from "../adapters/sql/migrations/migrate.ts";
import { SqlInstallationStore } from "../adapters/sql/stores/installation-store.ts";
import type { TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import {
  type FoundEntities,
  type FoundPlace,
  firstStartFact,
  type InstallationStore,
  installationOf,
  lossFact,
  type PointsHome,
  placeKinds,
  pointsHomeFact,
  pointsHomeOf,
} from "../core/installation/index.ts";
import { repeat } from "../kernel/repeat.ts";
import type { Config } from "../settings/config.ts";
import { filesPlace, findFilesIn, markFilesIn } from "./found-files.ts";
import { findPointsIn, postgresPlace, unusedPoints } from "./found-points.ts";

export const idFact = "installation-id";
const markedFact = "installation-marked";
/** The newest mark of the store of points that was certainly on its disk. */
const beatFact = "points-beat";
const beatEveryMs = 10_000;

/** What belongs together, found before anything was written [RUN10]. */
export interface Installation {
  readonly id: string;
  /** Where its points are, for good [CLU1]. */
  readonly pointsIn: PointsHome;
  /** The entity database is of this version now: it gets the id first, so that whatever is interrupted is continued. */
  begin(): Promise<void>;
  /** The other places get the id, and from now on the end of the points is remembered; returns what ends that. */
  keep(points: TelemetryBlocks, logger: Logger, isOneOfSeveral: boolean): Promise<() => Promise<void>>;
}

/** Refuses what does not belong together; nothing was changed then. */
export async function findInstallation(config: Config, folder: DataFolder, database: Database): Promise<Installation> {
  const facts = new SqlInstallationStore(database);
  const entities = await findEntities(config, folder, database, facts);
  const { pointsIn } = entities;
  const points = await findPointsIn(pointsIn, config, folder);
  const id = installationOf(entities.found, await placesAround(entities, points, config, folder));
  const lost = entities.found.acceptedLosses;
  const beat = Math.max(points.beat, entities.beat);
  return {
    ...{ id, pointsIn },
    begin: async () => {
      if (entities.found.id !== undefined) return;
      await facts.set(pointsHomeFact, pointsIn); // before the id: with one, nothing but this says where they are
      await facts.set(idFact, id);
    },
    keep: async (store, logger, isOneOfSeveral) => {
      tellWhere(pointsIn, config, folder, logger);
      if (points.beat < entities.beat && !lost.has("points")) logger.error({ place: points.name }, shorterText);
      const stop = await (isOneOfSeveral ? markOnce(store, id, beat) : keepBeat(store, id, beat, facts, logger));
      if (entities.found.isMarked && lost.size === 0) return stop;
      await markFilesIn(config, folder, id);
      for (const kind of lost) await facts.set(lossFact(kind), "");
      await facts.set(markedFact, "yes");
      return stop;
    },
  };
}

/** Before anything is written to an entity database that has never seen a node. */
export async function refuseFirstStartOver(config: Config, folder: DataFolder, database: Database): Promise<void> {
  const entities = await findEntities(config, folder, database, new SqlInstallationStore(database));
  if (!isNew(entities.found)) return;
  const points = await findPointsIn(entities.pointsIn, config, folder);
  installationOf(entities.found, await placesAround(entities, points, config, folder));
}

/** One line says where everything is [CLU1]. */
function tellWhere(pointsIn: PointsHome, config: Config, folder: DataFolder, logger: Logger): void {
  const { databaseUrl } = config;
  const entities = databaseUrl === undefined ? folder.database : `PostgreSQL (${postgresPlace(databaseUrl)})`;
  const points = pointsIn === "database" ? entities : folder.telemetry;
  logger.info(`entities are in ${entities}, points in ${points}, files in ${filesPlace(config, folder)}`);
  if (databaseUrl !== undefined && pointsIn === "folder") logger.info(howToMove);
  const unused = unusedPoints(pointsIn, folder);
  if (unused !== undefined)
    logger.warn({ file: unused }, "this file of points is not used: the points are in PostgreSQL");
}

const howToMove =
  'the points can be moved into PostgreSQL, too: stop the node, then "helio move" to an empty database and a new data folder';

const shorterText =
  "the store of points ends earlier than it did: its end, or its write-ahead log, was lost or damaged, or it is an older " +
  "copy. The points of that time are missing; a backup may have them [REL5]";

interface Entities {
  readonly found: FoundEntities;
  readonly beat: number;
  readonly pointsIn: PointsHome;
}

const isNew = ({ id, hasStarted }: FoundEntities): boolean => id === undefined && !hasStarted;

async function findEntities(
  { databaseUrl, pointsIn: wanted }: Config,
  folder: DataFolder,
  database: Database,
  facts: InstallationStore,
): Promise<Entities> {
  const isEmpty = (await appliedMigrations(database)).length === 0;
  const get = async (name: string) => (isEmpty ? undefined : facts.get(name));
  const losses = await Promise.all(placeKinds.map(async (kind) => ((await get(lossFact(kind))) ? [kind] : [])));
  const found = {
    name: databaseUrl === undefined ? folder.database : `The PostgreSQL database ${postgresPlace(databaseUrl)}`,
    id: await get(idFact),
    hasStarted: (await get(firstStartFact)) !== undefined,
    isMarked: (await get(markedFact)) !== undefined,
    acceptedLosses: new Set(losses.flat()),
  };
  const noted = await get(pointsHomeFact);
  const pointsIn = pointsHomeOf({ entitiesIn: database.kind, isNew: isNew(found), noted, wanted });
  return { found, beat: Number((await get(beatFact)) ?? 0), pointsIn };
}

/** A first start looks into both places where points may be: whichever holds some, it is none. */
async function placesAround(
  { found, pointsIn }: Entities,
  points: FoundPlace,
  config: Config,
  folder: DataFolder,
): Promise<readonly FoundPlace[]> {
  const other = pointsIn === "folder" ? "database" : "folder";
  const alsoThere = isNew(found) && config.databaseUrl !== undefined ? [await findPointsIn(other, config, folder)] : [];
  return [points, ...alsoThere, ...(await findFilesIn(config, folder, isNew(found)))];
}

/** Points and entities of several nodes are in one database and cannot differ in their end. */
async function markOnce(store: TelemetryBlocks, installation: string, beat: number): Promise<() => Promise<void>> {
  await store.mark(installation, beat);
  return async () => undefined;
}

/** The points first: what the entity database remembers is on the disk. */
async function keepBeat(
  store: TelemetryBlocks,
  installation: string,
  first: number,
  facts: InstallationStore,
  logger: Logger,
): Promise<() => Promise<void>> {
  let [beat, appended] = [first, -1];
  const advance = async () => {
    if (store.appended === appended) return;
    const now = store.appended;
    await store.mark(installation, ++beat);
    await facts.set(beatFact, String(beat));
    appended = now;
  };
  await advance();
  const failed = (error: unknown) => logger.warn({ err: error }, "the end of the points could not be remembered");
  const repeated = repeat(beatEveryMs, failed, advance);
  return async () => {
    await repeated.stop();
    await advance().catch(failed);
  };
}
