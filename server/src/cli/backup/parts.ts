import { constants } from "node:fs";
import { copyFile, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { S3Place } from "../../adapters/blobs/s3/s3-place.ts";
import type { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import type { Database } from "../../adapters/sql/database.ts";
import { appliedMigrations } from "../../adapters/sql/migrations/migrate.ts";
import type { PostgresSnapshot } from "../../adapters/sql/transfer/postgres-snapshot.ts";
import { copyPointsToFile } from "../../adapters/telemetry-blocks/transfer/points-to-file.ts";
import type { CopiedLog } from "../../adapters/telemetry-blocks/transfer/postgres-source.ts";
import { copyFiles } from "./copy-files.ts";
import { SqliteSnapshot } from "./sqlite-snapshot.ts";

/** Where a node keeps things. */
export interface BackupSource {
  readonly folder: DataFolder;
  readonly postgres: PostgresSource | undefined;
  /** Has the files, where they are not in the folder. */
  readonly s3?: S3Place | undefined;
}

/** Has the entities, where they are not in the folder, and maybe the points. */
interface PostgresSource {
  readonly database: Database;
  /** What it shows is of one moment, entities and points alike. */
  readonly snapshot: PostgresSnapshot;
  readonly hasPoints: boolean;
}

/** Something a node keeps, ready to be copied while the node goes on. */
export interface OpenedPart extends AsyncDisposable {
  /**
   * Decides of which moment the copy is; without it, of the moment of copying. Returns since when, at the earliest, it
   * shows things (`performance.now()`).
   */
  pin(): number | Promise<number>;
  /** Copies it to the same place below `to`. */
  copyTo(to: DataFolder): Promise<void>;
}

export interface BackupPart {
  readonly name: string;
  /** Made by a node at its first start; a folder that only the command line has seen does without. */
  readonly isOptional: boolean;
  /** Undefined when there is none of it. */
  open(from: BackupSource): Promise<OpenedPart | undefined>;
}

/**
 * Everything a backup holds [REL4], in the order in which it is pinned and copied: what refers to others before what is
 * referred to, so that no record in the backup names something that came after it.
 */
export const backupParts: readonly BackupPart[] = [
  part("signing key", true, (folder) => folder.signingKey, copied(copyPlain)), // or among the entities: see `hasKeys`
  part("sealing key", true, (folder) => folder.sealingKey, copied(copyPlain)), // one from before has none
  entities(),
  points(),
  files(),
];

type Place = (folder: DataFolder) => string;

function part(
  name: string,
  isOptional: boolean,
  place: Place,
  open: (file: string, place: Place) => OpenedPart,
): BackupPart {
  return {
    name,
    isOptional,
    open: async ({ folder }) => ((await exists(place(folder))) ? open(place(folder), place) : undefined),
  };
}

/** From whichever database they are in, a backup has them in the form of the embedded one. */
function entities(): BackupPart {
  const embedded = part("database", false, (folder) => folder.database, snapshot);
  return { ...embedded, open: async (from) => (from.postgres ? postgresEntities(from.postgres) : embedded.open(from)) };
}

async function postgresEntities({ database, snapshot, hasPoints }: PostgresSource): Promise<OpenedPart | undefined> {
  if ((await appliedMigrations(database)).length === 0) return undefined;
  return {
    pin: () => snapshot.pin(),
    copyTo: async (to) => snapshot.copyTo(await roomFor(to.database)),
    [Symbol.asyncDispose]: async () => {
      if (!hasPoints) await snapshot[Symbol.asyncDispose](); // else they are copied from it, too
    },
  };
}

/** From PostgreSQL they are of the very moment the entities are of. */
function points(): BackupPart {
  const embedded = part("telemetry", true, (folder) => folder.telemetry, snapshot);
  return {
    ...embedded,
    open: async (from) => (from.postgres?.hasPoints ? postgresPoints(from.postgres.snapshot) : embedded.open(from)),
  };
}

function postgresPoints(snapshot: PostgresSnapshot): OpenedPart {
  return {
    pin: () => Number.POSITIVE_INFINITY, // the entities' is theirs
    copyTo: async (to) => {
      const seen = await copyPointsToFile((text, values) => snapshot.ask(text, values), await roomFor(to.telemetry));
      if (seen !== undefined) noteSeen(to, seen);
    },
    [Symbol.asyncDispose]: () => snapshot[Symbol.asyncDispose](),
  };
}

/** Of several nodes each notes beside its own log how far it is; a copy has one log (ADR 78). What is calculated comes to the same again. */
function noteSeen(copy: DataFolder, { rules, alone }: CopiedLog): void {
  const database = new DatabaseSync(copy.database);
  try {
    database.prepare("UPDATE rule_progress SET position = ?").run(rules);
    database.prepare("UPDATE calculation_progress SET position = ?").run(alone);
  } finally {
    database.close();
  }
}

/** Loaded only where it is used, as with all of the S3. */
function files(): BackupPart {
  const embedded = part(
    "files",
    true,
    (folder) => folder.files,
    copied((from, to) => copyFiles(from, to)),
  );
  return { ...embedded, open: async (from) => (from.s3 ? filesInS3(from.s3) : embedded.open(from)) };
}

const filesInS3 = (place: S3Place): OpenedPart => ({
  pin: () => Number.POSITIVE_INFINITY,
  copyTo: async (to) => {
    const { copyFromS3 } = await import("./s3-files.ts");
    await copyFromS3(place, to.files);
  },
  [Symbol.asyncDispose]: async () => undefined,
});

function snapshot(file: string, place: Place): OpenedPart {
  const source = new SqliteSnapshot(file);
  return {
    pin: () => source.pin(),
    copyTo: async (to) => source.copyTo(await roomFor(place(to))),
    [Symbol.asyncDispose]: async () => source[Symbol.dispose](),
  };
}

/** What never changes once it is there needs no moment of its own. */
function copied(copy: (from: string, to: string) => Promise<void>) {
  return (file: string, place: Place): OpenedPart => ({
    pin: () => Number.POSITIVE_INFINITY,
    copyTo: async (to) => copy(file, await roomFor(place(to))),
    [Symbol.asyncDispose]: async () => undefined,
  });
}

async function roomFor(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return path;
}

function copyPlain(from: string, to: string): Promise<void> {
  return copyFile(from, to, constants.COPYFILE_EXCL);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
