import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { dirname } from "node:path";

const keyBytes = 32;

/** A key of the installation: generated at the first start, readable by its owner only [RUN4]. `without` says what its loss means. */
async function loadKey(file: string, without: string): Promise<Buffer> {
  const existing = await readKey(file, without);
  if (existing) return existing;
  await createKey(file);
  const created = await readKey(file, without);
  if (!created) throw new Error(`cannot read the key just written to ${file}`);
  return created;
}

/** The key that tokens are signed with. */
export const loadSigningKey = (file: string): Promise<Buffer> => loadKey(file, "log everybody out");

/** The key that secrets are sealed with. */
export const loadSealingKey = (file: string): Promise<Buffer> => loadKey(file, "lose every second factor");

/** For one that is kept elsewhere from now on: as the file has it, or a new one. */
export const foundOrNewKey = async (file: string): Promise<Buffer> =>
  (await readKey(file, "begin with a new one")) ?? randomBytes(keyBytes);

async function readKey(file: string, without: string): Promise<Buffer | undefined> {
  try {
    const key = Buffer.from((await readFile(file, "utf8")).trim(), "base64url");
    if (key.length < keyBytes)
      throw new Error(`${file} is damaged: restore it from a backup, or remove it to ${without}`);
    return key;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whole or not at all, and never over an existing one: a hard link fails when the name is taken. */
async function createKey(file: string): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Not the process id: in a container it is the same at every start, and a killed start leaves its file behind.
  const temporary = `${file}.${randomUUID()}.tmp`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(`${randomBytes(keyBytes).toString("base64url")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(temporary, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(temporary);
  }
  await syncFolder(folder);
}

/** The name of a file is durable when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
