import type { Logger } from "pino";
import { findFiles, markFiles } from "../adapters/blobs-fs/files-identity.ts";
import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import type { Database } from "../adapters/sql/database.ts";
import { appliedMigrations } from "../adapters/sql/migrations/migrate.ts";
import { SqlInstallationStore } from "../adapters/sql/stores/installation-store.ts";
import { type FoundPoints, findPoints, type TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import {
  type FoundEntities,
  type FoundPlace,
  firstStartFact,
  type InstallationStore,
  installationOf,
  lossFact,
  placeKinds,
  StartRefusedError,
} from "../core/installation/index.ts";
import { repeat } from "../kernel/repeat.ts";
import type { Config } from "../settings/config.ts";

const idFact = "installation-id";
const markedFact = "installation-marked";
/** The newest mark of the store of points that was certainly on its disk. */
const beatFact = "points-beat";
const beatEveryMs = 10_000;

/** What belongs together, found before anything was written [RUN10]. */
export interface Installation {
  /** The entity database is of this version now: it gets the id first, so that whatever is interrupted is continued. */
  begin(): Promise<void>;
  /** The other places get the id, and from now on the end of the points is remembered; returns what ends that. */
  keep(points: TelemetryBlocks, logger: Logger): Promise<() => Promise<void>>;
}

/** Refuses what does not belong together; nothing was changed then. */
export async function findInstallation(config: Config, folder: DataFolder, database: Database): Promise<Installation> {
  const facts = new SqlInstallationStore(database);
  const entities = await findEntities(config, folder, database, facts);
  const points = lookAtPoints(folder);
  const id = installationOf(entities.found, await findPlaces(folder, points));
  const lost = entities.found.acceptedLosses;
  const beat = Math.max(points.beat, entities.beat);
  return {
    begin: async () => {
      if (entities.found.id === undefined) await facts.set(idFact, id);
    },
    keep: async (store, logger) => {
      if (points.beat < entities.beat && !lost.has("points")) logger.error({ file: folder.telemetry }, shorterText);
      const stop = await keepBeat(store, id, beat, facts, logger);
      if (entities.found.isMarked && lost.size === 0) return stop;
      await markFiles(folder.files, id);
      for (const kind of lost) await facts.set(lossFact(kind), "");
      await facts.set(markedFact, "yes");
      return stop;
    },
  };
}

/** Before anything is written to an entity database that has never seen a node. */
export async function refuseFirstStartOver(config: Config, folder: DataFolder, database: Database): Promise<void> {
  const { found } = await findEntities(config, folder, database, new SqlInstallationStore(database));
  if (found.id === undefined && !found.hasStarted)
    installationOf(found, await findPlaces(folder, lookAtPoints(folder)));
}

const shorterText =
  "the store of points ends earlier than it did: its end, or its write-ahead log, was lost or damaged, or it is an older " +
  "copy. The points of that time are missing; a backup may have them [REL5]";

async function findEntities(
  { databaseUrl }: Config,
  folder: DataFolder,
  database: Database,
  facts: InstallationStore,
): Promise<{ readonly found: FoundEntities; readonly beat: number }> {
  const isNew = (await appliedMigrations(database)).length === 0;
  const get = async (name: string) => (isNew ? undefined : facts.get(name));
  const losses = await Promise.all(placeKinds.map(async (kind) => ((await get(lossFact(kind))) ? [kind] : [])));
  return {
    found: {
      name: databaseUrl === undefined ? folder.database : `The PostgreSQL database ${placeOf(databaseUrl)}`,
      id: await get(idFact),
      hasStarted: (await get(firstStartFact)) !== undefined,
      isMarked: (await get(markedFact)) !== undefined,
      acceptedLosses: new Set(losses.flat()),
    },
    beat: Number((await get(beatFact)) ?? 0),
  };
}

async function findPlaces(folder: DataFolder, points: FoundPoints): Promise<readonly FoundPlace[]> {
  return [
    { kind: "points", name: folder.telemetry, ...points },
    { kind: "files", name: folder.files, ...(await findFiles(folder.files)) },
  ];
}

/** Damage that shows at the first look is told before anything is written [REL5]. */
function lookAtPoints(folder: DataFolder): FoundPoints {
  try {
    return findPoints(folder.telemetry);
  } catch (error) {
    if (!(error instanceof Error && /malformed|not a database/.test(error.message))) throw error;
    throw new StartRefusedError(
      `The store of points ${folder.telemetry} is damaged (${error.message}). Nothing was changed. Restore a backup, or, ` +
        'if the points are lost for good, move the file away and say so with "helio accept-loss points".',
      error,
    );
  }
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

/** Without the password. */
function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return "of HELIO_DATABASE_URL";
  }
}
