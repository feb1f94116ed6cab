import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  type ByteRange,
  blobDamaged,
  blobMissing,
  filesUnavailable,
  type OpenedContent,
  type StoredBytes,
} from "../../../core/files/index.ts";
import { type ContentDigest, digestOf } from "../content-digest.ts";
import { type ContentSums, decodeSums, encodeSums, pieceBytes, SumsBuilder } from "../content-sums.ts";
import { crcOfPieces } from "../crc-of-pieces.ts";
import { unlessLostTwice } from "./asked-again.ts";
import { sumsOf } from "./known-sums.ts";
import { resumedPieces } from "./resumed-pieces.ts";
import type { ObjectBytes, S3Bucket } from "./s3-bucket.ts";

/** Up to this a content is hashed before it is sent, which takes less than fetching its sums would. */
const hashedAtOnceBytes = 64 * 1024;

export const contentKey = (sha256: string): string => `contents/${sha256}`;
export const sumsKey = (sha256: string): string => `sums/${sha256}`;

/** Reads contents from an S3 and lets nothing out that differs from what was stored [REL5]; as `CheckedContents` does. */
export class S3Contents {
  readonly #bucket: S3Bucket;

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket;
  }

  async open(content: StoredBytes, range: ByteRange | undefined): Promise<OpenedContent> {
    if (content.size <= hashedAtOnceBytes) return this.#openSmall(content, range);
    const sums = await this.sumsOf(content);
    const bytes = await startedWith(this.pieces(content, sums, range ?? { start: 0, end: content.size - 1 }));
    return { bytes, crc32: crcOfPieces(sums) };
  }

  /** The bytes of a range, none of which differs from what was stored. */
  pieces(content: StoredBytes, sums: ContentSums, range: ByteRange): AsyncGenerator<Buffer> {
    const fetch = (wanted: ByteRange) => this.#bucket.get(contentKey(content.sha256), wanted);
    return resumedPieces(fetch, content, sums, range);
  }

  /** All of it, for whoever copies it. */
  async *whole(content: StoredBytes): AsyncGenerator<Buffer> {
    yield* (await this.open(content, undefined)).bytes;
  }

  /** Hashes all of it, and makes its sums anew. */
  async verify(content: StoredBytes, pause: (bytes: number) => Promise<void>): Promise<ContentSums> {
    const digest = await unlessLostTwice(async () => sameAs(content, await this.#digestOf(content, pause)));
    await this.keepSums(digest);
    return digest.sums;
  }

  /** Best effort: whoever misses them makes them again. */
  async keepSums({ sha256, sums }: ContentDigest): Promise<void> {
    if (sums.size <= hashedAtOnceBytes) return;
    const body = encodeSums(sums);
    const known = sumsOf(digestOf(body).sums);
    await this.#bucket.write(sumsKey(sha256), body, known).catch(() => undefined);
  }

  async #openSmall(content: StoredBytes, range: ByteRange | undefined): Promise<OpenedContent> {
    const { whole, sums } = await unlessLostTwice(() => this.#readSmall(content));
    const part = range ? whole.subarray(range.start, range.end + 1) : whole;
    return { bytes: Readable.from(part.length === 0 ? [] : [part], { objectMode: false }), crc32: crcOfPieces(sums) };
  }

  async #readSmall(content: StoredBytes): Promise<{ readonly whole: Buffer; readonly sums: ContentSums }> {
    const whole = await this.#bucket.read(contentKey(content.sha256));
    if (!whole) throw blobMissing(content.sha256);
    requireSize(whole.length, content);
    return { whole, sums: sameAs(content, digestOf(whole)).sums };
  }

  /** What its pieces have to be. */
  async sumsOf(content: StoredBytes): Promise<ContentSums> {
    const bytes = await this.#bucket.read(sumsKey(content.sha256));
    return (bytes && decodeSums(bytes, content.size)) ?? this.verify(content, async () => undefined);
  }

  async #digestOf(content: StoredBytes, pause: (bytes: number) => Promise<void>): Promise<ContentDigest> {
    const found = await this.#bucket.get(contentKey(content.sha256));
    if (!found) throw blobMissing(content.sha256);
    const [hash, sums] = [createHash("sha256"), new SumsBuilder()];
    try {
      requireSize(found.size, content);
      for await (const chunk of bytesOf(found)) {
        hash.update(chunk);
        sums.add(chunk);
        await pause(chunk.length);
      }
    } finally {
      found.bytes.destroy();
    }
    return { sha256: hash.digest("hex"), sums: sums.finish() };
  }
}

/** One that is cut says nothing about the content: it is asked again later. */
async function* bytesOf({ bytes, size }: ObjectBytes): AsyncGenerator<Buffer> {
  let read = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      read += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw filesUnavailable({ message: error instanceof Error ? error.message : String(error) });
  }
  if (read !== (size ?? read)) throw filesUnavailable({ message: `the answer ended at byte ${read} of ${size}` });
}

/** Damage of the first piece is told in words, while nothing has been sent. */
async function startedWith(pieces: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await pieces.next();
  async function* joined() {
    try {
      if (!first.done) yield first.value;
      yield* pieces;
    } finally {
      await pieces.return(undefined);
    }
  }
  const bytes = Readable.from(joined(), { objectMode: false, highWaterMark: pieceBytes });
  bytes.once("close", () => void pieces.return(undefined).catch(() => undefined)); // also of one that nobody read
  return bytes;
}

function sameAs({ sha256 }: StoredBytes, digest: ContentDigest): ContentDigest {
  if (digest.sha256 !== sha256) throw blobDamaged(sha256, "its SHA-256 is another one");
  return digest;
}

/** One that was not told is that of our record. */
function requireSize(actual: number | undefined, { sha256, size }: StoredBytes): void {
  if ((actual ?? size) !== size) throw blobDamaged(sha256, `it has ${actual} bytes instead of ${size}`);
}
