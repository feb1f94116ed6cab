import { existsSync } from "node:fs";
import { CompiledQuery } from "kysely";
import { keysFact } from "../../adapters/secrets/shared-keys.ts";
import type { Database } from "../../adapters/sql/database.ts";
import { appliedMigrations } from "../../adapters/sql/migrations/migrate.ts";
import { SqlInstallationStore } from "../../adapters/sql/stores/installation-store.ts";
import { differenceOf, digestOfEntities } from "../../adapters/sql/transfer/entity-digest.ts";
import { EntityFile } from "../../adapters/sql/transfer/entity-file.ts";
import { PostgresSnapshot } from "../../adapters/sql/transfer/postgres-snapshot.ts";
import type { AskRows } from "../../adapters/telemetry-blocks/transfer/ask-rows.ts";
import { openFilePoints } from "../../adapters/telemetry-blocks/transfer/file-source.ts";
import { requireReadable } from "../../adapters/telemetry-blocks/transfer/points-to-file.ts";
import type { PointsSource } from "../../adapters/telemetry-blocks/transfer/portions.ts";
import { PostgresPoints } from "../../adapters/telemetry-blocks/transfer/postgres-source.ts";
import { openDatabase } from "../../compose/open-database.ts";
import { pointsHomeFact } from "../../core/installation/index.ts";
import { createLogger } from "../../log.ts";
import { findFilesIn } from "../../start/found-files.ts";
import { findPointsIn } from "../../start/found-points.ts";
import { idFact } from "../../start/installation.ts";
import type { ContentPlace } from "../contents/content-place.ts";
import { FolderContents } from "../contents/folder-contents.ts";
import { CommandError } from "../failure.ts";
import { type MoveSide, nameOfSide } from "./move-side.ts";

/** What is to be moved. Nothing of it changes, and no node runs on it meanwhile. */
export interface MoveSource extends AsyncDisposable {
  readonly side: MoveSide;
  readonly installation: string;
  /** Undefined where they are in the folder. */
  readonly sealedKeys: string | undefined;
  /** Undefined where a node never stored any. */
  readonly points: PointsSource | undefined;
  readonly contents: ContentPlace;
  /** Into a new `heliograph.db`, compared with what they were copied from. */
  copyEntities(file: string): Promise<void>;
}

interface Entities {
  factOf(name: string): Promise<string | undefined>;
  copyTo(file: string): Promise<void>;
  /** Points that are in the same database; undefined where they are in the folder. */
  points(): Promise<PointsSource | undefined>;
}

export async function openSource(side: MoveSide, passing: string): Promise<MoveSource> {
  await using undo = new AsyncDisposableStack();
  const { folder, s3 } = side;
  if (existsSync(folder.path)) {
    const lock = folder.lock(); // refuses when a node runs there
    undo.defer(() => lock.release());
  } else if (side.url === undefined) throw noInstallation(side);
  const entities = side.url === undefined ? fileEntities(side) : await postgresEntities(side, side.url, undo);
  const installation = await entities.factOf(idFact);
  if (installation === undefined) throw neverStarted(side);
  const inDatabase = side.url !== undefined && (await entities.factOf(pointsHomeFact)) === "database";
  const places = [
    await findPointsIn(inDatabase ? "database" : "folder", side.config, folder),
    ...(await findFilesIn(side.config, folder, false)),
  ];
  for (const { id, name } of places) if (id !== installation) throw doesNotBelong(name);
  const points = (await entities.points()) ?? filePoints(side, undo);
  const contents = s3 ? undo.use(await s3Contents(side, passing)) : new FolderContents(folder.files);
  const sealedKeys = await entities.factOf(keysFact);
  const held = undo.move();
  return {
    side,
    installation,
    sealedKeys,
    points,
    contents,
    copyEntities: (file) => entities.copyTo(file),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Loaded only where it is used. */
async function s3Contents({ s3 }: MoveSide, passing: string) {
  const { S3FileContents } = await import("../contents/s3-contents.ts");
  if (!s3) throw new Error("there is no S3");
  return new S3FileContents(s3, passing);
}

function fileEntities(side: MoveSide): Entities {
  const file = side.folder.database;
  if (!existsSync(file)) throw noInstallation(side);
  return {
    factOf: async (name) => {
      using entities = new EntityFile(file, { readOnly: true });
      return entities.tables().some((table) => table.name === "facts") ? entities.factOf(name) : undefined;
    },
    copyTo: async (to) => {
      using entities = new EntityFile(file, { readOnly: true });
      await entities.copyTo(to);
      await requireSame(to, (table) => entities.rows(table));
    },
    points: async () => undefined,
  };
}

async function postgresEntities(side: MoveSide, url: string, undo: AsyncDisposableStack): Promise<Entities> {
  const database = await claimedDatabase(side, url, undo);
  if ((await appliedMigrations(database)).length === 0) throw noInstallation(side);
  const facts = new SqlInstallationStore(database);
  return {
    factOf: (name) => facts.get(name),
    copyTo: async (to) => {
      await using snapshot = new PostgresSnapshot(database);
      await snapshot.pin();
      await snapshot.copyTo(to);
      await requireSame(to, (table) => snapshot.rows(table));
    },
    points: async () => {
      if ((await facts.get(pointsHomeFact)) !== "database") return undefined;
      const ask = askOf(database);
      await requireReadable(ask);
      return new PostgresPoints(ask);
    },
  };
}

/** While this process has the lease no node runs on it, nor starts. */
export async function claimedDatabase(
  { config }: MoveSide,
  url: string,
  undo: AsyncDisposableStack,
): Promise<Database> {
  const logger = createLogger("error");
  const { claimPostgres } = await import("../../start/postgres-start.ts");
  const { gate } = await claimPostgres(config, url, logger, () => undefined, undo);
  const database = await openDatabase(config, logger, undefined, { gate });
  undo.defer(() => database.close());
  return database;
}

export const askOf =
  (database: Database): AskRows =>
  async (text, values = []) =>
    (await database.write.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows;

async function requireSame(copy: string, rowsOf: Parameters<typeof digestOfEntities>[1]): Promise<void> {
  using copied = new EntityFile(copy, { readOnly: true });
  const tables = copied.tables();
  const difference = differenceOf(
    await digestOfEntities(tables, rowsOf),
    await digestOfEntities(tables, (table) => copied.rows(table)),
  );
  if (difference !== undefined) throw new CommandError(`The entities were not copied as they are: ${difference}.`);
}

function filePoints({ folder }: MoveSide, undo: AsyncDisposableStack): PointsSource | undefined {
  if (!existsSync(folder.telemetry)) return undefined;
  const opened = openFilePoints(folder.telemetry);
  if (!opened) throw olderPoints(folder.telemetry);
  undo.defer(() => opened.close());
  return opened.points;
}

const noInstallation = (side: MoveSide) =>
  new CommandError(`There is no installation to move in ${nameOfSide(side)}. Nothing was changed.`);

const neverStarted = (side: MoveSide) =>
  new CommandError(
    `No node of this version was ever started on ${nameOfSide(side)}. Start one there, stop it, and move then. Nothing was changed.`,
  );

const olderPoints = (file: string) =>
  new CommandError(
    `${file} was written by an older version. Start a node of this version there, stop it, and move then. Nothing was changed.`,
  );

const doesNotBelong = (name: string) =>
  new CommandError(`${name} does not belong to this installation, or is missing. Nothing was changed.`);
