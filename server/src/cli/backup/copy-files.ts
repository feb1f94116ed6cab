import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyHoldsName } from "../../adapters/blobs/copy-hold.ts";
import { errnoOf } from "../../kernel/disk-fault.ts";
import { sha256Of } from "./durable.ts";

/** Uploads on their way are nobody's yet, and holds are of this moment. */
const passing = ["incoming", copyHoldsName];

type Copy = (from: string, to: string, mode: number) => Promise<void>;

/**
 * Copies the contents of device files and what was found in them. Contents never change, and those that were there when
 * the hold began stay until it ends, so a running node does no harm. Where the disk can, a copy shares its blocks.
 */
export async function copyFiles(from: string, to: string, copy: Copy = copyFile): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (passing.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFiles(source, target, copy);
    else await copyIfThere(source, target, copy);
  }
}

/** Gone meanwhile, or unreadable on a failing disk: a content that is missing is named by who checks the copy [REL5]. */
async function copyIfThere(from: string, to: string, copy: Copy): Promise<void> {
  try {
    await copy(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return;
    if (errnoOf(error) !== "EIO" || (await isReadable(from))) throw error; // then it is the disk of the backup
    await rm(to, { force: true });
  }
}

const isReadable = (file: string): Promise<boolean> =>
  sha256Of(file).then(
    () => true,
    () => false,
  );
