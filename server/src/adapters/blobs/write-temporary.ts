import { type FileHandle, open } from "node:fs/promises";
import { fileTooLarge, storageFull } from "../../core/files/index.ts";
import { type ContentDigest, digestOf } from "./content-digest.ts";
import { isSystemError } from "./folder-sync.ts";
import type { HashThread, ThreadHash } from "./hash-thread.ts";
import { type Block, SharedBlocks } from "./shared-blocks.ts";

/**
 * Chunks from a socket are small; gathered, a file of 100 MB takes some hundred writes instead of thousands. What is
 * smaller is hashed where it is: that takes less than asking a thread would.
 */
const blockBytes = 512 * 1024;
/** Of one content; together they are what an upload takes of memory. */
const blocksUnderWay = 4;
/** The disk begins with what it has while the rest arrives, so that the sync before the answer finds little left. */
const syncEveryBytes = 16 * 1024 * 1024;

/** A block and the chunk that made it full. */
const blocks = new SharedBlocks(blockBytes + 64 * 1024);

/** Whether a file is to be there after a power cut, or only passes through this machine. */
type Stay = "synced" | "passing";

/** Writes a new file; while blocks are written and hashed, the next one is gathered. */
export async function writeTemporary(
  path: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  hashing: HashThread,
  stay: Stay = "synced",
): Promise<ContentDigest> {
  try {
    const handle = await open(path, "wx", 0o600);
    const writer = new BlockWriter(handle, hashing, stay);
    try {
      return await writeAll(writer, content, maxBytes);
    } finally {
      await writer.close();
      await handle.close();
    }
  } catch (error) {
    throw isSystemError(error, "ENOSPC", "EDQUOT") ? storageFull(error) : error;
  }
}

async function writeAll(
  writer: BlockWriter,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ContentDigest> {
  let gathered: Uint8Array[] = [];
  let gatheredSize = 0;
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) throw fileTooLarge(maxBytes);
    gathered.push(chunk);
    gatheredSize += chunk.length;
    if (gatheredSize < blockBytes) continue;
    await writer.add(gathered, gatheredSize);
    [gathered, gatheredSize] = [[], 0];
  }
  return writer.finish(gathered, gatheredSize);
}

/**
 * Blocks in memory that the hashing thread sees too, a few of them under way at a time: neither the disk nor that thread
 * waits until the next one has been gathered.
 */
class BlockWriter {
  readonly #handle: FileHandle;
  readonly #hashing: HashThread;
  readonly #isSynced: boolean;
  #hash: ThreadHash | undefined;
  /** The oldest first; each is done when it is hashed and written. */
  readonly #underWay: Promise<void>[] = [];
  #syncing: Promise<unknown> = Promise.resolve();
  #written = 0;
  #unsynced = 0;

  constructor(handle: FileHandle, hashing: HashThread, stay: Stay) {
    this.#handle = handle;
    this.#hashing = hashing;
    this.#isSynced = stay === "synced";
  }

  async add(chunks: readonly Uint8Array[], size: number): Promise<void> {
    if (this.#underWay.length >= blocksUnderWay) await this.#underWay.shift();
    this.#hash ??= this.#hashing.open();
    const keeping = this.#keep(filled(chunks, size), size, this.#written, this.#hash);
    keeping.catch(() => undefined); // told by the next await
    this.#underWay.push(keeping);
    this.#written += size;
    this.#syncNowAndThen(size);
  }

  async finish(chunks: readonly Uint8Array[], size: number): Promise<ContentDigest> {
    if (this.#hash === undefined) return this.#finishSmall(Buffer.concat(chunks, size));
    if (size > 0) await this.add(chunks, size);
    await Promise.all([...this.#underWay, this.#syncing]);
    const [digest] = await Promise.all([this.#hash.digest(), this.#sync()]);
    this.#hash = undefined;
    return digest;
  }

  /** Nothing uses the file any more afterwards. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#underWay, this.#syncing]);
    this.#hash?.drop();
  }

  async #finishSmall(content: Buffer): Promise<ContentDigest> {
    await writeFully(this.#handle, content, 0);
    await this.#sync();
    return digestOf(content);
  }

  async #sync(): Promise<void> {
    if (this.#isSynced) await this.#handle.sync();
  }

  async #keep(block: Block, size: number, position: number, hash: ThreadHash): Promise<void> {
    const bytes = block.subarray(0, size);
    await Promise.all([hash.update(bytes), writeFully(this.#handle, bytes, position)]);
    blocks.giveBack(block);
  }

  #syncNowAndThen(size: number): void {
    this.#unsynced += size;
    if (!this.#isSynced || this.#unsynced < syncEveryBytes) return;
    this.#unsynced = 0;
    this.#syncing = this.#syncing.then(() => this.#handle.datasync());
    this.#syncing.catch(() => undefined); // told at the end
  }
}

function filled(chunks: readonly Uint8Array[], size: number): Block {
  const block = blocks.take(size);
  let at = 0;
  for (const chunk of chunks) {
    block.set(chunk, at);
    at += chunk.length;
  }
  return block;
}

/** A write may take less than it was given, on a disk that is running full above all. */
async function writeFully(handle: FileHandle, block: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < block.length; ) {
    const { bytesWritten } = await handle.write(block, at, block.length - at, position + at);
    at += bytesWritten;
  }
}
