import { once } from "node:events";
import { createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { UsageError } from "./exit.ts";
import { print } from "./print.ts";

/** Refuses to replace a file unless asked to, and folders, devices and pipes always: the result takes their name. */
export function requireFree(path: string, isForced: boolean): void {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing && !existing.isFile()) throw new UsageError(`'${path}' is no ordinary file and is not replaced`);
  if (existing && !isForced) throw new UsageError(`'${path}' exists already; use --force to replace it`);
}

/** Lets `write` fill a neighbouring file that takes its name only when complete: no half result is ever left behind. */
export async function writeWhole<T>(path: string, write: (partPath: string) => Promise<T>): Promise<T> {
  const part = `${path}.part`;
  try {
    const result = await write(part);
    await rename(part, path);
    return result;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Text to a file, or to stdout without one. */
export async function writeText(path: string | undefined, pieces: AsyncIterable<string>): Promise<void> {
  if (path === undefined) {
    for await (const text of pieces) await print(text);
    return;
  }
  await writeWhole(path, async (part) => {
    const stream = createWriteStream(part);
    await once(stream, "open");
    for await (const text of pieces) if (!stream.write(text)) await once(stream, "drain");
    stream.end();
    await once(stream, "close");
  });
}
