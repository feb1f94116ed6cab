import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import type { BlobStore } from "./blob-store.ts";
import type { FileStore } from "./file-store.ts";

/** Contents looked at in one step. */
const portion = 200;
/** Contents waiting to be looked at; beyond that the next start finds them. */
const rememberedAtMost = 100_000;

/**
 * Removes contents no file has any more. Not at once: an archive that is being downloaded, or a backup whose
 * database was copied a moment ago, still needs them.
 */
export class BlobCleaner {
  readonly #store: FileStore;
  readonly #blobs: BlobStore;
  readonly #graceMs: number;
  readonly #clock: Clock;
  #isStopped = false;
  /** In order of time. */
  readonly #candidates = new Map<string, EpochMs>();

  constructor(store: FileStore, blobs: BlobStore, graceMs: number, clock: Clock) {
    this.#store = store;
    this.#blobs = blobs;
    this.#graceMs = graceMs;
    this.#clock = clock;
  }

  mayBeUnreferenced(sha256: string): void {
    if (this.#candidates.size >= rememberedAtMost) return;
    this.#candidates.delete(sha256);
    this.#candidates.set(sha256, this.#clock());
  }

  /** Now and then. */
  async sweep(): Promise<number> {
    const due = epochMs(this.#clock() - this.#graceMs);
    let removed = 0;
    for (let hashes = this.#take(due); hashes.length > 0; hashes = this.#take(due))
      removed += await this.#remove(hashes);
    return removed;
  }

  /** Everything there is: what a killed process, or the removal of a device, left behind. */
  async removeOrphans(): Promise<number> {
    let removed = 0;
    for await (const hashes of this.#blobs.all()) {
      if (this.#isStopped) break;
      removed += await this.#remove(hashes);
    }
    return removed;
  }

  /** Ends what takes long; the next start takes it up again. */
  stop(): void {
    this.#isStopped = true;
  }

  #remove(hashes: readonly string[]): Promise<number> {
    return this.#blobs.removeUnreferenced(hashes, (asked) => this.#store.referenced(asked));
  }

  #take(due: EpochMs): string[] {
    const taken: string[] = [];
    for (const [sha256, since] of this.#candidates) {
      if (since > due || taken.length === portion) break;
      taken.push(sha256);
    }
    for (const sha256 of taken) this.#candidates.delete(sha256);
    return taken;
  }
}
