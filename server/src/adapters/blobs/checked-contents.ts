import { type FileHandle, mkdir, open, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import {
  type ByteRange,
  blobDamaged,
  blobMissing,
  type OpenedContent,
  type StoredBytes,
} from "../../core/files/index.ts";
import { checkedPieces, readFully } from "./checked-pieces.ts";
import { type ContentDigest, digestOf } from "./content-digest.ts";
import { type ContentSums, decodeSums, encodeSums, pieceBytes } from "./content-sums.ts";
import { crcOfPieces } from "./crc-of-pieces.ts";
import { digestOfFile } from "./digest-of-file.ts";
import { isSystemError } from "./folder-sync.ts";
import type { HashThread } from "./hash-thread.ts";

/** Up to this a content is hashed before it is sent, which takes less than fetching its sums would. */
const hashedAtOnceBytes = 64 * 1024;

interface Places {
  contentOf(sha256: string): string;
  sumsOf(sha256: string): string;
}

/**
 * Reads contents and lets nothing out that differs from what was stored [REL5]. Small ones are hashed, large ones
 * compared piece by piece with the sums made at their upload; where these are missing (contents of version 0.1, a
 * crash before they reached the disk) the whole content is hashed first and they are made from it.
 */
export class CheckedContents {
  readonly #places: Places;
  readonly #hashing: HashThread;
  readonly #making = new Map<string, Promise<ContentSums>>();

  constructor(places: Places, hashing: HashThread) {
    this.#places = places;
    this.#hashing = hashing;
  }

  async open(content: StoredBytes, range: ByteRange | undefined): Promise<OpenedContent> {
    const handle = await this.#handleOf(content.sha256);
    try {
      await requireSize(handle, content);
      if (content.size <= hashedAtOnceBytes) return await openSmall(handle, content, range);
      return await this.#openLarge(handle, content, range ?? { start: 0, end: content.size - 1 });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** What its pieces have to be; its size was looked at. */
  async sumsOf(content: StoredBytes): Promise<ContentSums> {
    const handle = await this.#handleOf(content.sha256);
    try {
      await requireSize(handle, content);
    } finally {
      await handle.close();
    }
    return this.#sumsOf(content);
  }

  /** Hashes all of it, and makes its sums anew. */
  async verify(content: StoredBytes, pause: (bytes: number) => Promise<void>): Promise<void> {
    const handle = await this.#handleOf(content.sha256);
    try {
      await requireSize(handle, content);
      const digest = await digestOfFile(handle, this.#hashing, pause);
      if (digest.sha256 !== content.sha256) throw blobDamaged(content.sha256, "its SHA-256 is another one");
      await this.keepSums(digest);
    } finally {
      await handle.close();
    }
  }

  /** Best effort: whoever misses them makes them again. */
  async keepSums({ sha256, sums }: ContentDigest): Promise<void> {
    if (sums.size <= hashedAtOnceBytes) return;
    const path = this.#places.sumsOf(sha256);
    const write = () => writeFile(path, encodeSums(sums), { mode: 0o600 });
    await write()
      .catch(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }).then(write))
      .catch(() => undefined);
  }

  async #openLarge(handle: FileHandle, content: StoredBytes, range: ByteRange): Promise<OpenedContent> {
    const sums = await this.#sumsOf(content);
    const pieces = checkedPieces(handle, sums, range, (reason) => blobDamaged(content.sha256, reason));
    const first = await pieces.next(); // refused in words, while nothing has been sent
    const bytes = Readable.from(joined(first, pieces, handle), { objectMode: false, highWaterMark: pieceBytes });
    bytes.once("close", () => void handle.close().catch(() => undefined)); // also of one that nobody read
    return { bytes, crc32: crcOfPieces(sums) };
  }

  async #sumsOf(content: StoredBytes): Promise<ContentSums> {
    const bytes = await readFile(this.#places.sumsOf(content.sha256)).catch((error: unknown) => {
      if (isSystemError(error, "ENOENT")) return undefined;
      throw error;
    });
    const kept = bytes && decodeSums(bytes, content.size);
    if (kept) return kept;
    const making = this.#making.get(content.sha256) ?? this.#makeSums(content);
    this.#making.set(content.sha256, making);
    return making.finally(() => this.#making.delete(content.sha256));
  }

  async #makeSums(content: StoredBytes): Promise<ContentSums> {
    const handle = await this.#handleOf(content.sha256);
    try {
      const digest = await digestOfFile(handle, this.#hashing, async () => undefined);
      if (digest.sha256 !== content.sha256) throw blobDamaged(content.sha256, "its SHA-256 is another one");
      void this.keepSums(digest);
      return digest.sums;
    } finally {
      await handle.close();
    }
  }

  async #handleOf(sha256: string): Promise<FileHandle> {
    try {
      return await open(this.#places.contentOf(sha256));
    } catch (error) {
      throw isSystemError(error, "ENOENT") ? blobMissing(sha256) : error;
    }
  }
}

async function requireSize(handle: FileHandle, { sha256, size }: StoredBytes): Promise<void> {
  const { size: actual } = await handle.stat();
  if (actual !== size) throw blobDamaged(sha256, `it has ${actual} bytes instead of ${size}`);
}

async function openSmall(handle: FileHandle, content: StoredBytes, range?: ByteRange): Promise<OpenedContent> {
  const whole = Buffer.allocUnsafeSlow(content.size);
  await readFully(handle, whole, 0);
  await handle.close();
  const { sha256, sums } = digestOf(whole);
  if (sha256 !== content.sha256) throw blobDamaged(content.sha256, "its SHA-256 is another one");
  const part = range ? whole.subarray(range.start, range.end + 1) : whole;
  return { bytes: Readable.from(part.length === 0 ? [] : [part], { objectMode: false }), crc32: crcOfPieces(sums) };
}

async function* joined(
  first: IteratorResult<Buffer>,
  rest: AsyncGenerator<Buffer>,
  handle: FileHandle,
): AsyncGenerator<Buffer> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await handle.close();
  }
}
