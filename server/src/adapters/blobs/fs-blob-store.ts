import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import type {
  BlobLease,
  BlobStore,
  ByteRange,
  Hold,
  OpenedContent,
  Removal,
  StoredBytes,
} from "../../core/files/index.ts";
import { BlobHolds, unlessCopied } from "./blob-holds.ts";
import { CheckedContents } from "./checked-contents.ts";
import { type ContentSums, pieceBytes } from "./content-sums.ts";
import { isBeingCopied } from "./copy-hold.ts";
import { isSystemError, syncFolder } from "./folder-sync.ts";
import { HashThread } from "./hash-thread.ts";
import { writeTemporary } from "./write-temporary.ts";

const portion = 500;
const derivedKinds = ["channels", "preview", "sums"] as const;

/**
 * Contents as files named by their hash, in 256 folders. A content is written under a temporary name, hashed on the
 * way, synced, renamed and its folder synced; so what has its name is whole, and what was acknowledged is on the
 * disk [FILE6, REL1].
 */
export class FsBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #contents: string;
  readonly #derived: string;
  readonly #holds = new BlobHolds();
  readonly #hashing = new HashThread();
  readonly #checked: CheckedContents;
  readonly #folders = new Map<string, Promise<string>>();
  /** Told of every content that was not kept, for whatever reason [RUN11]. */
  onWriteFailure: (error: unknown) => void = () => undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#temporary = join(folder, "incoming");
    this.#contents = join(folder, "contents");
    this.#derived = join(folder, "derived");
    const sumsOf = (sha256: string) => this.derivedOf(sha256, "sums");
    this.#checked = new CheckedContents({ contentOf: (sha256) => this.#pathOf(sha256), sumsOf }, this.#hashing);
  }

  /** Makes the folders and removes what interrupted uploads left behind. */
  async start(): Promise<void> {
    for (const folder of [this.#temporary, this.#contents]) await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const left of await readdir(this.#temporary)) await rm(join(this.#temporary, left), { force: true });
  }

  /** Contents that are still arriving fail. */
  close(): Promise<void> {
    return this.#hashing.close();
  }

  async put(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<BlobLease> {
    const temporary = join(this.#temporary, randomUUID());
    try {
      const digest = await writeTemporary(temporary, content, maxBytes, this.#hashing);
      const { sha256, sums } = digest;
      const hold = this.hold([sha256]); // from here on nobody removes it, whatever was planned
      try {
        await this.#holds.removed(sha256);
        await Promise.all([this.#publish(temporary, sha256), this.#checked.keepSums(digest)]);
      } catch (error) {
        hold.release();
        throw error;
      }
      return { sha256, size: sums.size, release: () => hold.release() };
    } catch (error) {
      this.onWriteFailure(error);
      await rm(temporary, { force: true });
      throw error;
    }
  }

  open(content: StoredBytes, range?: ByteRange): Promise<OpenedContent> {
    return this.#checked.open(content, range);
  }

  verify(content: StoredBytes, pause: (bytes: number) => Promise<void>): Promise<void> {
    return this.#checked.verify(content, pause);
  }

  /** For those who read the file itself, and compare what they read [REL5]. */
  async checkedContentOf(content: StoredBytes): Promise<ContentSums & { path: string; pieceBytes: number }> {
    return { ...(await this.#checked.sumsOf(content)), path: this.#pathOf(content.sha256), pieceBytes };
  }

  /** A place for what was found in a content; it goes when the content goes. */
  derivedOf(sha256: string, kind: (typeof derivedKinds)[number]): string {
    return join(this.#derived, sha256.slice(0, 2), `${sha256}.${kind}`);
  }

  hold(hashes: readonly string[]): Hold {
    return this.#holds.hold(hashes);
  }

  isHeld(sha256: string): boolean {
    return this.#holds.isHeld(sha256);
  }

  async *all(): AsyncGenerator<readonly string[]> {
    let hashes: string[] = [];
    for (const folder of (await readdir(this.#contents)).sort()) {
      for await (const entry of await opendir(join(this.#contents, folder))) {
        hashes.push(entry.name);
        if (hashes.length < portion) continue;
        yield hashes;
        hashes = [];
      }
    }
    if (hashes.length > 0) yield hashes;
  }

  async removeUnreferenced(
    hashes: readonly string[],
    referenced: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<Removal> {
    return this.#holds.removeUnreferenced(
      hashes,
      unlessCopied(referenced, () => isBeingCopied(this.#folder)),
      (removable) => Promise.all(removable.map((sha256) => this.#holds.removing(sha256, this.#unlink(sha256)))),
    );
  }

  #pathOf(sha256: string): string {
    return join(this.#contents, sha256.slice(0, 2), sha256);
  }

  async #unlink(sha256: string): Promise<void> {
    await unlinkIfThere(this.#pathOf(sha256));
    for (const kind of derivedKinds) await unlinkIfThere(this.derivedOf(sha256, kind));
  }

  /**
   * The rename replaces an equal content, if there is one: that way this one is certainly synced. The old one is held
   * open meanwhile and let go of when nobody waits any more: giving back 100 MB takes longer than all the rest here.
   */
  async #publish(temporary: string, sha256: string): Promise<void> {
    const folder = await this.#folderOf(sha256.slice(0, 2));
    const replaced = await openIfThere(join(folder, sha256));
    try {
      await rename(temporary, join(folder, sha256));
      await syncFolder(folder);
    } finally {
      replaced?.close().catch(() => undefined);
    }
  }

  #folderOf(prefix: string): Promise<string> {
    const known = this.#folders.get(prefix);
    if (known !== undefined) return known;
    const created = this.#createFolder(join(this.#contents, prefix));
    this.#folders.set(prefix, created);
    created.catch(() => this.#folders.delete(prefix));
    return created;
  }

  async #createFolder(folder: string): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(this.#contents);
    return folder;
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (!isSystemError(error, "ENOENT")) throw error;
    return undefined;
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isSystemError(error, "ENOENT")) throw error;
  }
}
