import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import type { BlobStore } from "./blob-store.ts";
import type { FileStore } from "./file-store.ts";

/** Contents looked at in one step. */
const portion = 200;
/** Contents waiting to be looked at; beyond that the next start finds them. */
const rememberedAtMost = 100_000;

/** While devices are removed one after the other, their contents wait no longer than this. */
const longestWaitInGraces = 6;

/**
 * Removes contents no file has any more. Not at once: an archive that is being downloaded, or a backup whose
 * database was copied a moment ago, still needs them.
 */
export class BlobCleaner {
  readonly #store: Pick<FileStore, "referenced">;
  readonly #blobs: BlobStore;
  readonly #graceMs: number;
  readonly #clock: Clock;
  #isStopped = false;
  /** In order of time. */
  readonly #candidates = new Map<string, EpochMs>();
  /** When devices went with all their files since the last look at everything. */
  #removals: { readonly first: EpochMs; readonly last: EpochMs } | undefined;

  constructor(store: Pick<FileStore, "referenced">, blobs: BlobStore, graceMs: number, clock: Clock) {
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

  /** A device is gone, or a whole tenant: which contents were theirs nobody knows any more. */
  devicesRemoved(): void {
    const last = this.#clock();
    this.#removals = { first: this.#removals?.first ?? last, last };
  }

  /** Now and then. */
  async sweep(): Promise<number> {
    const due = epochMs(this.#clock() - this.#graceMs);
    let removed = await this.#removeAfterDevices(due);
    for (let hashes = this.#take(due); hashes.length > 0; hashes = this.#take(due))
      removed += await this.#remove(hashes);
    return removed;
  }

  /** Looks at everything there is, for what a killed process or a removed device left behind. */
  async removeOrphans(): Promise<number> {
    let removed = 0;
    for await (const hashes of this.#blobs.all()) {
      if (this.#isStopped) break;
      removed += await this.#remove(hashes.filter((sha256) => !this.#candidates.has(sha256))); // these have their time
    }
    return removed;
  }

  /** Ends what takes long; the next start takes it up again. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Once for many devices, when the last one has been gone for a while; those who remove all day do not put it off. */
  async #removeAfterDevices(due: EpochMs): Promise<number> {
    if (!this.#removals) return 0;
    const { first, last } = this.#removals;
    if (last > due && first > due - longestWaitInGraces * this.#graceMs) return 0;
    this.#removals = undefined;
    return this.removeOrphans();
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
