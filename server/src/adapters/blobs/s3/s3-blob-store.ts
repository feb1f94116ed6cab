import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  aloneThere,
  type BlobLease,
  type BlobStore,
  type ByteRange,
  blobMissing,
  type ContentClaim,
  type ContentClaims,
  filesUnavailable,
  type Hold,
  nothingStored,
  type OpenedContent,
  type Removal,
  type StoredBytes,
} from "../../../core/files/index.ts";
import { BlobHolds, unlessCopied } from "../blob-holds.ts";
import type { ContentDigest } from "../content-digest.ts";
import { type ContentSums, pieceBytes } from "../content-sums.ts";
import { HashThread } from "../hash-thread.ts";
import { writeTemporary } from "../write-temporary.ts";
import { ContentReaders } from "./content-readers.ts";
import { type DerivedKind, DerivedObjects } from "./derived-objects.ts";
import { sumsOf } from "./known-sums.ts";
import { LocalCopies } from "./local-copies.ts";
import { PartOfFile, type Ring } from "./part-of-file.ts";
import type { RequestCounts } from "./request-counts.ts";
import type { S3Bucket } from "./s3-bucket.ts";
import { contentKey, S3Contents, sumsKey } from "./s3-contents.ts";
import { S3CopyHolds } from "./s3-copy-hold.ts";
import type { Part } from "./upload-parts.ts";

/** As large as one request takes; a multiple of a piece, so that its CRC is known. S3 wants parts of 5 MiB or more. */
const leastPartBytes = 8 * 1024 * 1024;
/** S3 has no more. */
const mostParts = 10_000;
/** Longer than any upload takes: what began before is nobody's any more. */
const abandonedAfterMs = 24 * 60 * 60_000;
const isHash = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

interface Start {
  /** False: other nodes may be sending contents to the same place [CLU1]. */
  readonly isAlone?: boolean;
  /** Told when what interrupted uploads left in the S3 cannot be removed. */
  readonly onLeft?: (error: unknown) => void;
}

/**
 * Contents as objects named by their hash [CLU1]. A content is gathered in a file of the node, hashed on the way, and sent
 * in parts when it is whole: its name is known then, S3 shows it only when all of it has arrived, and no slow device
 * takes memory or leaves something half-finished there [FILE6, REL1].
 */
export class S3BlobStore implements BlobStore {
  readonly #gathered: string;
  readonly #bucket: S3Bucket;
  readonly #contents: S3Contents;
  readonly #derived: DerivedObjects;
  readonly #copies: LocalCopies;
  readonly #copyHolds: S3CopyHolds;
  readonly #holds = new BlobHolds();
  readonly #hashing = new HashThread();
  readonly #claims: ContentClaims;
  readonly #readers = new ContentReaders(async (sha256, referenced) => {
    await this.removeUnreferenced([sha256], referenced);
  });
  /** Told of every content that was not kept, for whatever reason [RUN11]. */
  onWriteFailure: (error: unknown) => void = () => undefined;

  /** `folder` is for what passes through, and for copies of at most `cacheBytes`: nothing in it has to last. */
  constructor(bucket: S3Bucket, folder: string, cacheBytes: number, claims: ContentClaims = aloneThere) {
    this.#bucket = bucket;
    this.#claims = claims;
    this.#gathered = join(folder, "incoming");
    this.#contents = new S3Contents(bucket);
    this.#copyHolds = new S3CopyHolds(bucket);
    this.#derived = new DerivedObjects(bucket, join(folder, "derived"));
    this.#copies = new LocalCopies(join(folder, "copies"), cacheBytes, (content) => this.#contents.whole(content));
  }

  /** Removes what interrupted uploads left behind, here and there; of the other nodes' there only what is old. */
  async start({ isAlone = true, onLeft = () => undefined }: Start = {}): Promise<void> {
    await mkdir(this.#gathered, { recursive: true, mode: 0o700 });
    for (const left of await readdir(this.#gathered)) await rm(join(this.#gathered, left), { force: true });
    await this.#copies.start();
    await this.#bucket.endUploads(isAlone ? undefined : abandonedAfterMs).catch(onLeft);
  }

  /** What any node began and none sends any more [FILE6]. */
  async endAbandonedUploads(): Promise<void> {
    await this.#bucket.endUploads(abandonedAfterMs);
  }

  async close(): Promise<void> {
    await this.#hashing.close();
    this.#bucket.close();
  }

  get requests(): Readonly<RequestCounts> {
    return this.#bucket.requests;
  }

  async put(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<BlobLease> {
    const file = join(this.#gathered, randomUUID());
    try {
      const digest = await writeTemporary(file, content, maxBytes, this.#hashing, "passing");
      return await this.#keep(file, digest);
    } catch (error) {
      this.onWriteFailure(error);
      throw nothingStored(error);
    } finally {
      await rm(file, { force: true });
    }
  }

  async open(content: StoredBytes, range?: ByteRange): Promise<OpenedContent> {
    if (await this.#readers.isGone(content.sha256)) throw blobMissing(content.sha256);
    const done = this.#readers.begin(content.sha256);
    try {
      const opened = await this.#contents.open(content, range);
      opened.bytes.once("close", done);
      return opened;
    } catch (error) {
      done();
      throw error;
    }
  }

  async verify(content: StoredBytes, pause: (bytes: number) => Promise<void>): Promise<void> {
    await this.#contents.verify(content, pause);
  }

  /** For those who read a file, and compare what they read [REL5]; to be let go of. */
  async checkedContentOf(content: StoredBytes): Promise<ContentSums & { path: string; pieceBytes: number }> {
    const sums = await this.#contents.sumsOf(content);
    return { ...sums, path: await this.#copies.have(content), pieceBytes };
  }

  letGo(sha256: string): void {
    this.#copies.letGo(sha256);
  }

  /** A place for what was found in a content; it goes when the content goes. */
  derivedOf(sha256: string, kind: DerivedKind): string {
    return this.#derived.pathOf(sha256, kind);
  }

  keepDerived(sha256: string): Promise<void> {
    return this.#derived.keep(sha256);
  }

  fetchDerived(sha256: string, kind: DerivedKind): Promise<void> {
    return this.#derived.fetch(sha256, kind);
  }

  hold(hashes: readonly string[]): Hold {
    return this.#holds.hold(hashes);
  }

  isHeld(sha256: string): boolean {
    return this.#holds.isHeld(sha256);
  }

  async *all(): AsyncGenerator<readonly string[]> {
    for await (const names of this.#bucket.keysBelow("contents/")) {
      const hashes = names.filter((name) => isHash(name) && !this.#readers.isDoomed(name));
      if (hashes.length > 0) yield hashes;
    }
  }

  async removeUnreferenced(
    hashes: readonly string[],
    referenced: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<Removal> {
    const announced = await this.#claims.announceRemoval(hashes);
    const doubtful: string[] = [];
    try {
      const { removed, busy } = await this.#holds.removeUnreferenced(
        hashes.filter((sha256) => !announced.claimed.has(sha256)),
        unlessCopied(referenced, () => this.#copyHolds.areThere()),
        (removable) => this.#removeAll(removable, referenced, doubtful),
      );
      return { removed, busy: [...busy, ...announced.claimed] };
    } finally {
      await announced.end(doubtful);
    }
  }

  async #keep(file: string, digest: ContentDigest): Promise<BlobLease> {
    const { sha256, sums } = digest;
    const hold = this.hold([sha256]); // from here on nobody removes it, whatever was planned
    let claim: ContentClaim | undefined;
    const release = () => {
      hold.release();
      claim?.release();
    };
    try {
      this.#readers.spare(sha256);
      await this.#holds.removed(sha256);
      claim = await this.#claims.claim(sha256); // and at no other node either
      await Promise.all([this.#send(file, digest), this.#contents.keepSums(digest)]);
    } catch (error) {
      release();
      throw error;
    }
    return { sha256, size: sums.size, release };
  }

  async #send(file: string, { sha256, sums }: ContentDigest): Promise<void> {
    const handle = await open(file);
    try {
      await rm(file); // its bytes go with the handle, which nobody waits for
      const parts = partsOf(handle, sums);
      const [only] = parts;
      if (only && parts.length === 1) await this.#sendWhole(contentKey(sha256), only);
      else await this.#bucket.upload(contentKey(sha256), parts);
      const kept = await this.#bucket.sizeOf(contentKey(sha256));
      if (kept !== sums.size) throw filesUnavailable({ message: `${kept} bytes of ${sums.size} were kept` });
    } finally {
      handle.close().catch(() => undefined);
    }
  }

  async #sendWhole(key: string, part: Part): Promise<void> {
    await this.#bucket.write(key, await part.body.whole(), part.sums);
  }

  /** All of them, whatever becomes of one; `doubtful` gets those of which a request may be on its way still. */
  async #removeAll(hashes: readonly string[], referenced: Referenced, doubtful: string[]): Promise<void> {
    const unread = hashes.filter((sha256) => !this.#readers.doom(sha256, referenced));
    const removals = unread.map(async (sha256) => {
      let isCertain = false;
      try {
        await this.#holds.removing(
          sha256,
          this.#removeObjects(sha256).then((certain) => {
            isCertain = certain;
          }),
        );
      } finally {
        if (!isCertain) doubtful.push(sha256);
      }
    });
    const failed = (await Promise.allSettled(removals)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  /** False when it is gone, but an earlier request for it was not answered and may be carried out later. */
  async #removeObjects(sha256: string): Promise<boolean> {
    const isCertain = await this.#bucket.remove(contentKey(sha256)); // first: what is left of the rest without it is in nobody's way
    const rest = await Promise.all([this.#bucket.remove(sumsKey(sha256)), this.#derived.remove(sha256)]);
    this.#copies.drop(sha256);
    return isCertain && rest[0];
  }
}

type Referenced = Parameters<BlobStore["removeUnreferenced"]>[1];

/** Parts of equal size but for the last one, as some servers want it; as many as S3 takes. */
function partsOf(handle: FileHandle, { size, crcs }: ContentSums): Part[] {
  const pieces = Math.max(leastPartBytes / pieceBytes, Math.ceil(crcs.length / mostParts));
  const partBytes = pieces * pieceBytes;
  const rings: Ring[] = [];
  return Array.from({ length: Math.max(1, Math.ceil(size / partBytes)) }, (_, index) => {
    const [from, bytes] = [index * partBytes, Math.min(partBytes, size - index * partBytes)];
    const sums = { size: bytes, crcs: crcs.subarray(index * pieces, (index + 1) * pieces) };
    return { body: new PartOfFile(handle, from, bytes, rings), sums: sumsOf(sums) };
  });
}
