import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { fileTooLarge, storageFull } from "../../core/files/index.ts";
import { isSystemError } from "./folder-sync.ts";

/** Chunks from a socket are small; gathered, a file of 100 MB takes some hundred writes instead of thousands. */
const gatheredBytes = 1024 * 1024;

interface Written {
  readonly sha256: string;
  readonly size: number;
}

/** Writes and syncs a new file; hashing and the next write go on while the last write runs. */
export async function writeTemporary(
  path: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Written> {
  try {
    const handle = await open(path, "wx", 0o600);
    try {
      return await writeAll(handle, content, maxBytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw isSystemError(error, "ENOSPC", "EDQUOT") ? storageFull(error) : error;
  }
}

async function writeAll(handle: FileHandle, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Written> {
  const hash = createHash("sha256");
  let size = 0;
  let gathered: Uint8Array[] = [];
  let gatheredSize = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const flush = async () => {
    const chunks = gathered;
    gathered = [];
    gatheredSize = 0;
    await writing;
    writing = writeFully(handle, chunks);
    writing.catch(() => undefined); // told by the next await
  };
  try {
    for await (const chunk of content) {
      size += chunk.length;
      if (size > maxBytes) throw fileTooLarge(maxBytes);
      hash.update(chunk);
      gathered.push(chunk);
      gatheredSize += chunk.length;
      if (gatheredSize >= gatheredBytes) await flush();
    }
    await flush();
  } finally {
    await writing;
  }
  await handle.sync();
  return { sha256: hash.digest("hex"), size };
}

/** A write may take less than it was given, on a disk that is running full above all. */
async function writeFully(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const { bytesWritten } = await handle.writev([...chunks]);
  if (bytesWritten < total) await writeRest(handle, Buffer.concat(chunks).subarray(bytesWritten));
}

async function writeRest(handle: FileHandle, rest: Uint8Array): Promise<void> {
  for (let at = 0; at < rest.length; ) {
    const { bytesWritten } = await handle.write(rest, at);
    at += bytesWritten;
  }
}
