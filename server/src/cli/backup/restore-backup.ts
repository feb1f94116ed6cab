import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { CommandError } from "../failure.ts";
import { sha256Of, sync, syncTree } from "./durable.ts";
import { type BackupFile, contentName, type Manifest, readManifest, refuseNewer } from "./manifest.ts";

export interface Restored {
  readonly manifest: Manifest;
  /** Where the data folder that was there before is kept. */
  readonly kept: string | undefined;
}

/** A database that takes the entities of a backup, where a node does not use the file they come in. */
export interface EntityTarget {
  /** What is there already is never touched. */
  requireEmpty(): Promise<void>;
  /**
   * Takes what it keeps of a folder, all or none, and tells the files it took; `place` is the last thing that can fail
   * before they count.
   */
  take<T>(staged: DataFolder, place: (taken: readonly string[]) => Promise<T>): Promise<T>;
}

/** A place that takes the files of a backup, where a node does not have them in its data folder. */
export interface FilesTarget {
  /** What is another's is never touched; `content` is where the backup has its data folder. */
  requireUsable(content: string): Promise<void>;
  /** Takes them out of a data folder that is being made. */
  take(staged: string): Promise<void>;
}

/** Puts a backup in the place of what a node had, which is stopped. Nothing is touched before all is verified. */
export async function restoreBackup(
  source: string,
  target: DataFolder,
  entities?: EntityTarget,
  files?: FilesTarget,
): Promise<Restored> {
  const backup = resolve(source);
  const manifest = await readManifest(backup);
  refuseNewer(manifest);
  const lock = existsSync(target.path) ? target.lock() : undefined; // refuses when a node runs there
  try {
    const content = join(backup, contentName);
    await entities?.requireEmpty();
    await files?.requireUsable(content);
    await verify(content, manifest.files);
    const staged = await stage(content, manifest.files, target.path, files);
    return { manifest, kept: await place(staged, target, entities) };
  } finally {
    lock?.release();
  }
}

async function verify(content: string, files: readonly BackupFile[]): Promise<void> {
  const found: string[] = [];
  for (const file of files) {
    const damage = await damageOf(content, file);
    if (damage !== undefined) found.push(damage);
  }
  if (found.length === 0) return;
  throw new CommandError(
    `This backup is damaged, nothing was changed:\n${found.map((text) => `  - ${text}`).join("\n")}`,
  );
}

async function damageOf(content: string, { path, size, sha256 }: BackupFile): Promise<string | undefined> {
  const file = join(content, path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return `${path} is missing`;
  if (found.size !== size) return `${path} has ${found.size} bytes instead of ${size}`;
  return (await sha256Of(file)) === sha256 ? undefined : `${path} has changed since it was written`;
}

/** The new data folder, whole and on the disk, beside the old one. */
async function stage(
  content: string,
  files: readonly BackupFile[],
  target: string,
  elsewhere: FilesTarget | undefined,
): Promise<string> {
  const staged = `${target}.restoring-${process.pid}`;
  await mkdir(dirname(staged), { recursive: true });
  await mkdir(staged, { mode: 0o700 });
  try {
    await copyAll(content, files, staged);
    await elsewhere?.take(staged);
    return staged;
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    throw error;
  }
}

async function copyAll(content: string, files: readonly BackupFile[], staged: string): Promise<void> {
  for (const { path } of files) {
    await mkdir(dirname(join(staged, path)), { recursive: true, mode: 0o700 });
    await copyFile(join(content, path), join(staged, path));
  }
  await syncTree(staged);
}

async function place(staged: string, target: DataFolder, entities?: EntityTarget): Promise<string | undefined> {
  try {
    if (!entities) return await swap(staged, target.path);
    return await entities.take(new DataFolder(staged), async (taken) => {
      for (const file of taken.flatMap((name) => [name, `${name}-wal`, `${name}-shm`])) await rm(file, { force: true });
      return swap(staged, target.path);
    });
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    throw error;
  }
}

/** Two renames: there is never a half-filled data folder, and the old one is kept. */
async function swap(staged: string, target: string): Promise<string | undefined> {
  const kept = existsSync(target) ? `${target}.before-restore-${timestamp()}` : undefined;
  try {
    if (kept) await rename(target, kept);
    await rename(staged, target);
  } catch (error) {
    if (kept && existsSync(kept) && !existsSync(target)) await rename(kept, target);
    throw swapFailed(error, target);
  }
  await sync(dirname(target));
  return kept;
}

/** 2026-11-15T14:03:21.123Z as 20261115T140321123Z: a name that every file system takes. */
const timestamp = (): string => new Date().toISOString().replaceAll(/[-:.]/g, "");

function swapFailed(error: unknown, target: string): unknown {
  if (!(error instanceof Error && "code" in error && (error.code === "EBUSY" || error.code === "EXDEV"))) return error;
  return new CommandError(
    `${target} cannot be replaced because it is a mount point; nothing was changed. Use a folder below it as the data ` +
      "folder.",
  );
}
