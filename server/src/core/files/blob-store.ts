import type { Readable } from "node:stream";

/** A content and the promise that it stays, referred to or not, until `release`. */
export interface BlobLease {
  /** SHA-256 of the bytes, in hexadecimal: the name they are kept under. */
  readonly sha256: string;
  readonly size: number;
  release(): void;
}

export interface ByteRange {
  readonly start: number;
  /** Included, as in HTTP. */
  readonly end: number;
}

/** A content as it was stored. */
export type StoredBytes = Pick<BlobLease, "sha256" | "size">;

/** A content, or a part of it, that was found to be as it was stored as far as it has been read [REL5]. */
export interface OpenedContent {
  readonly bytes: Readable;
  /** Of the whole content. */
  readonly crc32: number;
}

export interface Hold {
  release(): void;
}

export interface Removal {
  readonly removed: readonly string[];
  /** Not removed, though nobody refers to them: somebody reads or copies them. To be tried again. */
  readonly busy: readonly string[];
}

/** Contents by their hash. A name a device chose never reaches it [FILE1]. */
export interface BlobStore {
  /**
   * Durable and whole once resolved; nothing remains of what failed [FILE6]. More than `maxBytes` is
   * `fileTooLarge`; no space left is `storageFull`. The same content twice is kept once.
   */
  put(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<BlobLease>;
  /**
   * The bytes, readable to their end even if the content is removed meanwhile. None that differs from what was stored:
   * `blobDamaged` before the first byte, or as the end of the stream [REL5].
   */
  open(content: StoredBytes, range?: ByteRange): Promise<OpenedContent>;
  /** Reads all of it at the pace of `pause`; resolves when it is as it was stored, else `blobDamaged`. */
  verify(content: StoredBytes, pause: (bytes: number) => Promise<void>): Promise<void>;
  /** Keeps these contents for whoever will read them. */
  hold(hashes: readonly string[]): Hold;
  /** Somebody keeps it at this moment, as whoever is about to make a record of it does. */
  isHeld(sha256: string): boolean;
  /** Everything that is kept, in portions. */
  all(): AsyncIterable<readonly string[]>;
  /**
   * Removes those of the contents that `referenced` does not return, that nobody holds, and that nobody put or held
   * while `referenced` was looking.
   */
  removeUnreferenced(
    hashes: readonly string[],
    referenced: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<Removal>;
}
