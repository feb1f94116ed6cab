import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type StoredBytes, storageFull } from "../../../core/files/index.ts";
import { isSystemError } from "../folder-sync.ts";

interface Copy {
  readonly made: Promise<void>;
  readonly size: number;
  users: number;
}

/**
 * Contents as files of this node, for processes that read files. Those that nobody reads are kept while they are no more
 * than `maxBytes`, the latest used ones; none of them has to last.
 */
export class LocalCopies {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #fetch: (content: StoredBytes) => AsyncIterable<Uint8Array>;
  /** In the order in which they were last asked for. */
  readonly #copies = new Map<string, Copy>();

  constructor(folder: string, maxBytes: number, fetch: (content: StoredBytes) => AsyncIterable<Uint8Array>) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#fetch = fetch;
  }

  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const left of await readdir(this.#folder)) await rm(join(this.#folder, left), { force: true });
  }

  /** Stays until it is let go of as often as it was had. */
  async have(content: StoredBytes): Promise<string> {
    const { sha256, size } = content;
    const copy = this.#copies.get(sha256) ?? { made: this.#make(content), size, users: 0 };
    copy.users++;
    this.#copies.delete(sha256);
    this.#copies.set(sha256, copy);
    try {
      await copy.made;
    } catch (error) {
      if (this.#copies.get(sha256) === copy) this.#copies.delete(sha256);
      throw error;
    }
    return this.#pathOf(sha256);
  }

  letGo(sha256: string): void {
    const copy = this.#copies.get(sha256);
    if (copy) copy.users--;
    let bytes = [...this.#copies.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [oldest, { size, users }] of this.#copies) {
      if (bytes <= this.#maxBytes) return;
      if (users > 0) continue;
      bytes -= size;
      this.drop(oldest);
    }
  }

  /** The content is gone. Whoever has the file open reads it to its end. */
  drop(sha256: string): void {
    if (this.#copies.delete(sha256)) rm(this.#pathOf(sha256), { force: true }).catch(() => undefined);
  }

  #pathOf(sha256: string): string {
    return join(this.#folder, sha256);
  }

  async #make(content: StoredBytes): Promise<void> {
    const temporary = join(this.#folder, randomUUID());
    try {
      await write(temporary, this.#fetch(content));
      await rename(temporary, this.#pathOf(content.sha256));
    } catch (error) {
      await rm(temporary, { force: true });
      throw isSystemError(error, "ENOSPC", "EDQUOT") ? storageFull(error) : error;
    }
  }
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const piece of bytes) await handle.writeFile(piece);
  } finally {
    await handle.close();
  }
}
