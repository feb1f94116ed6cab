import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { appliedMigrations } from "../../adapters/sql/migrations/migrate.ts";
import { openSqlite } from "../../adapters/sql/sqlite/open-sqlite.ts";
import { errnoOfSqlite } from "../../kernel/disk-fault.ts";
import { version } from "../../version.ts";
import { CommandError } from "../failure.ts";
import { copyParts } from "./copy-parts.ts";
import { sha256Of, sync, syncTree } from "./durable.ts";
import { findDamage } from "./find-damage.ts";
import { type BackupFile, contentName, type Manifest, manifestName } from "./manifest.ts";
import type { BackupSource } from "./parts.ts";

/**
 * Writes a backup of what a node keeps, which may be running [REL4]. It has another name until it is whole and on
 * the disk: a folder with the wanted name is a complete backup.
 */
export async function writeBackup(from: BackupSource, target: string): Promise<Manifest> {
  const wanted = resolve(target);
  const unfinished = `${wanted}.unfinished`;
  await refuseExisting(wanted);
  await mkdir(dirname(wanted), { recursive: true });
  await makeUnfinished(unfinished);
  try {
    const manifest = await fill(from, unfinished);
    await rename(unfinished, wanted);
    await sync(dirname(wanted));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw isOfSqlite(error) ? (isFull(error) ? noRoom(wanted) : unreadable(from.folder.path, error)) : error;
  }
}

const isOfSqlite = (error: unknown): error is Error & { readonly errcode: unknown } =>
  error instanceof Error && "errcode" in error;

const isFull = ({ errcode }: { readonly errcode: unknown }): boolean => errnoOfSqlite(Number(errcode)) === "ENOSPC";

const noRoom = (target: string) =>
  new CommandError(`The disk of ${target} is full, so nothing was backed up. Make room, or name another place.`);

/** Damage that can be gone around is named in the backup; a database that cannot even be opened is none to copy. */
const unreadable = (folder: string, { message }: Error) =>
  new CommandError(
    `A database in ${folder} cannot be read (${message}), so nothing was backed up. Check the disk; try SQLite's own ` +
      "tools (.recover) on a copy, or restore an earlier backup.",
  );

async function fill(from: BackupSource, unfinished: string): Promise<Manifest> {
  const content = new DataFolder(join(unfinished, contentName));
  await content.create();
  const parts = await copyParts(from, content);
  const migrations = await migrationsIn(content);
  const files = await filesBelow(content.path);
  const damaged = findDamage(content, files);
  const manifest: Manifest = {
    format: 1,
    version,
    createdTime: new Date().toISOString(),
    migrations,
    parts,
    files,
    ...(damaged.length > 0 && { damaged }),
  };
  const options = { mode: 0o600, flag: "wx" };
  await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`, options);
  await syncTree(unfinished);
  return manifest;
}

/** Read from the copy, which cannot change any more. Refuses data of a newer version. */
async function migrationsIn(content: DataFolder): Promise<string[]> {
  const database = await openSqlite(content.database);
  try {
    return [...(await appliedMigrations(database))];
  } finally {
    await database.close();
  }
}

/** In a backup everything is a secret: tokens of devices, hashes of passwords, the signing key. */
async function filesBelow(content: string): Promise<BackupFile[]> {
  const entries = await readdir(content, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const described: BackupFile[] = [];
  for (const file of files.sort()) described.push(await describe(file, file.slice(content.length + 1)));
  return described;
}

async function describe(file: string, path: string): Promise<BackupFile> {
  await chmod(file, 0o600);
  return { path: path.replaceAll("\\", "/"), size: (await stat(file)).size, sha256: await sha256Of(file) };
}

async function refuseExisting(target: string): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  if (found) throw new CommandError(`${target} exists already; give the backup a name of its own.`);
}

async function makeUnfinished(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new CommandError(
      `${folder} is there: another backup is being written, or one was cut short. Then remove it.`,
    );
  }
}
