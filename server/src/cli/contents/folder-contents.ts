import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errnoOf } from "../../kernel/disk-fault.ts";
import { type ContentPlace, contentFolders, type KeptFile } from "./content-place.ts";

/** The folder an embedded node has for files. */
export class FolderContents implements ContentPlace {
  readonly label: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.label = folder;
  }

  async *files(): AsyncGenerator<readonly KeptFile[]> {
    for (const folder of contentFolders) {
      for (const begin of await namesIn(join(this.#folder, folder))) yield this.#filesIn(folder, begin);
    }
  }

  async #filesIn(folder: string, begin: string): Promise<KeptFile[]> {
    const files: KeptFile[] = [];
    for (const file of await namesIn(join(this.#folder, folder, begin))) {
      const name = `${folder}/${file}`;
      const size = await this.sizeOf(name);
      if (size !== undefined && isKept(file)) files.push({ name, size });
    }
    return files;
  }

  async sizeOf(name: string): Promise<number | undefined> {
    return unlessMissing(stat(this.#pathOf(name)).then(({ size }) => size));
  }

  async read(name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const handle = await unlessMissing(open(this.#pathOf(name)));
    return handle?.createReadStream();
  }

  /** Written beside it first: a name is there with all of its bytes or not at all. Whoever made the folder syncs it. */
  async write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const path = this.#pathOf(name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const sha256 = createHash("sha256");
    const handle = await open(`${path}${unfinished}`, "w", 0o600);
    try {
      for await (const chunk of bytes) {
        sha256.update(chunk);
        await handle.writeFile(chunk);
      }
    } catch (error) {
      await rm(`${path}${unfinished}`, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    await rename(`${path}${unfinished}`, path);
    return sha256.digest("hex");
  }

  #pathOf(name: string): string {
    const [folder = "", file = ""] = name.split("/");
    return join(this.#folder, folder, file.slice(0, 2), file);
  }
}

const unfinished = ".unfinished";

/** Sums of pieces are a place's own: what has none makes them again. */
const isKept = (file: string): boolean => !file.endsWith(unfinished) && !file.endsWith(".sums");

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
}

export const hashOfBytes = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const sha256 = createHash("sha256");
  for await (const chunk of bytes) sha256.update(chunk);
  return sha256.digest("hex");
};
