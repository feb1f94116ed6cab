import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isSystemError } from "./folder-sync.ts";

/** Whoever copies the contents says so here, in files whose times they renew: nothing is removed meanwhile. */
export const copyHoldsName = "holds";
const renewEveryMs = 5_000;
/** What a killed backup left behind holds nothing any more. */
const holdsForMs = 60_000;

export async function isBeingCopied(folder: string): Promise<boolean> {
  const holds = join(folder, copyHoldsName);
  for (const name of await namesIn(holds)) {
    const age = Date.now() - ((await stat(join(holds, name)).catch(() => undefined))?.mtimeMs ?? 0);
    if (age < holdsForMs) return true;
    await rm(join(holds, name), { force: true });
  }
  return false;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return [];
    throw error;
  }
}

/** Keeps every content of a place of files, whose node may be running, until it is disposed of. */
export async function holdContents(folder: string): Promise<AsyncDisposable> {
  const holds = join(folder, copyHoldsName);
  await mkdir(holds, { recursive: true, mode: 0o700 });
  const file = join(holds, randomUUID());
  await writeFile(file, "");
  const renew = () => void utimes(file, new Date(), new Date()).catch(() => undefined);
  const timer = setInterval(renew, renewEveryMs).unref();
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await rm(file, { force: true });
    },
  };
}
