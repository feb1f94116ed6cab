import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { isSystemError, syncFolder } from "./folder-sync.ts";

/** The installation whose contents these are [RUN10]. */
const idName = "installation-id";

export async function findFiles(
  folder: string,
): Promise<{ readonly id: string | undefined; readonly isEmpty: boolean }> {
  const id = await idIn(folder);
  return { id, isEmpty: id === undefined && !(await hasContents(join(folder, "contents"))) };
}

/** On the disk once resolved. */
export async function markFiles(folder: string, id: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [temporary, file] = [join(folder, `${idName}.new`), join(folder, idName)];
  const handle = await open(temporary, "w", 0o600);
  try {
    await handle.writeFile(`${id}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(folder);
}

async function idIn(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, idName), "utf8")).trim();
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

async function hasContents(contents: string): Promise<boolean> {
  for (const prefix of await namesIn(contents)) {
    if ((await namesIn(join(contents, prefix))).length > 0) return true;
  }
  return false;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}
