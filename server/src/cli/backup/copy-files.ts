import { constants } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { copyHoldsName } from "../../adapters/blobs-fs/copy-hold.ts";

/** Uploads on their way are nobody's yet, and holds are of this moment. */
const passing = ["incoming", copyHoldsName];

/**
 * Copies the contents of device files and what was found in them. Contents never change, and those that were there when
 * the hold began stay until it ends, so a running node does no harm. Where the disk can, a copy shares its blocks.
 */
export async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (passing.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFiles(source, target);
    else await copyIfThere(source, target);
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
