import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DataFolder, DataFolderInUseError } from "../../adapters/data-folder/data-folder.ts";
import { sync, syncTree } from "../backup/durable.ts";
import { CommandError } from "../failure.ts";

const moveName = "move";
/** Of the lock itself, which every node leaves behind. */
const isOfLock = (name: string): boolean => name.startsWith("node.lock");

/** The data folder of the target while it is being filled, beside its place; a node finds nothing there. */
export class Staging implements AsyncDisposable {
  readonly folder: DataFolder;
  readonly #target: DataFolder;
  readonly #locks: AsyncDisposableStack;

  private constructor(target: DataFolder, folder: DataFolder, locks: AsyncDisposableStack) {
    this.#target = target;
    this.folder = folder;
    this.#locks = locks;
  }

  static async open(target: DataFolder, move: string): Promise<Staging> {
    await using locks = new AsyncDisposableStack();
    if (existsSync(target.path)) {
      const lock = target.lock(); // refuses when a node runs there
      locks.defer(() => lock.release());
    }
    const folder = stagingOf(target);
    await mkdir(dirname(folder.path), { recursive: true });
    await folder.create();
    const lock = lockOrRefuse(folder);
    locks.defer(() => lock.release());
    await writeFile(join(folder.path, moveName), move, { mode: 0o600 });
    return new Staging(target, folder, locks.move());
  }

  /** For what is on its way through this machine. */
  get passing(): string {
    return join(this.folder.path, "passing");
  }

  /** The last thing: from then on it is the data folder, whole and on the disk. */
  async place(): Promise<void> {
    await rm(this.passing, { recursive: true, force: true });
    await rm(join(this.folder.path, moveName));
    await syncTree(this.folder.path);
    await this.#locks.disposeAsync();
    if (existsSync(this.#target.path)) await removeEmpty(this.#target);
    await rename(this.folder.path, this.#target.path);
    await sync(dirname(this.#target.path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#locks.disposeAsync();
  }
}

const stagingOf = (target: DataFolder): DataFolder => new DataFolder(`${target.path}.moving`);

function noteIn(folder: DataFolder): string | undefined {
  const file = join(folder.path, moveName);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Before anything is changed: nothing is there, and nothing unfinished but of this very move. */
export async function requireFreeFolder(target: DataFolder, move: string): Promise<void> {
  const isEmpty = !existsSync(target.path) || (await readdir(target.path)).every(isOfLock);
  if (!isEmpty) throw notEmpty(target.path);
  const folder = stagingOf(target);
  const noted = noteIn(folder);
  if (existsSync(folder.path) && noted !== undefined && noted !== move) throw ofAnother(folder.path);
}

export const isStaged = (target: DataFolder): boolean => existsSync(stagingOf(target).path);

/** What an unfinished move left; something else under that name stays, and is in the way. */
export async function removeStaging(target: DataFolder): Promise<void> {
  const folder = stagingOf(target);
  if (noteIn(folder) !== undefined) await rm(folder.path, { recursive: true });
}

async function removeEmpty({ path }: DataFolder): Promise<void> {
  for (const name of (await readdir(path)).filter(isOfLock)) await rm(join(path, name));
  await rmdir(path);
}

function lockOrRefuse(folder: DataFolder) {
  try {
    return folder.lock();
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new CommandError(`Another move into ${folder.path} is running. Nothing was changed.`);
  }
}

const ofAnother = (path: string) =>
  new CommandError(
    `${path} is of an unfinished move of something else, or of this installation before a node ran on it again. Nothing was ` +
      "changed. Finish that one, or begin again with --anew, which removes what it left.",
  );

const notEmpty = (path: string) =>
  new CommandError(`${path} is not empty. Nothing was changed. Name a new folder with HELIO_DATA_DIR.`);
