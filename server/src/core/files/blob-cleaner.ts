import { type Clock, epochMs } from "../../kernel/time.ts";
import type { BlobStore, Removal } from "./blob-store.ts";
import type { ContentRecords } from "./content-records.ts";
import type { FileStore } from "./file-store.ts";

/** Contents looked at in one step. */
const portion = 200;
/** Uploads that were refused, waiting to go; beyond that they are found as strays. */
const discardedAtMost = 100_000;

export interface BlobCleanerParts {
  readonly store: Pick<FileStore, "referenced">;
  readonly records: ContentRecords;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** Strays are kept for so long after they were found. */
  readonly strayKeepMs: number;
  /** Strays are named, when they are found and again before they are removed. */
  readonly tell: (what: "found" | "removing", hashes: readonly string[]) => void;
}

/**
 * Removes contents no file has any more. What a deletion released goes one sweep later: by then whoever looked the
 * file up before has opened its content, and what is being downloaded is held. Strays wait for days [RUN10].
 */
export class BlobCleaner {
  readonly #parts: BlobCleanerParts;
  readonly #discarded = new Set<string>();
  #isStopped = false;
  #hasWork = true;
  /** Releases up to this one were there a sweep ago. */
  #settled = 0;

  constructor(parts: BlobCleanerParts) {
    this.#parts = parts;
  }

  /** Something was released. */
  wake(): void {
    this.#hasWork = true;
  }

  /** An upload that was refused after its bytes had arrived: certainly nobody's. */
  discard(sha256: string): void {
    if (this.#discarded.size < discardedAtMost) this.#discarded.add(sha256);
  }

  /** Often; returns how many contents were removed. */
  async sweep(): Promise<number> {
    const discarded = await this.#removeDiscarded();
    if (!this.#hasWork) return discarded;
    this.#hasWork = false;
    try {
      const newest = await this.#parts.records.newestRelease();
      const removed = await this.#removeReleased(this.#settled);
      if (newest > this.#settled) this.#hasWork = true;
      this.#settled = newest;
      return discarded + removed;
    } catch (error) {
      this.#hasWork = true;
      throw error;
    }
  }

  /** Looks at everything there is, for what a killed process left behind; it is named and set aside. */
  async findStrays(): Promise<number> {
    let found = 0;
    for await (const hashes of this.#parts.blobs.all()) {
      if (this.#isStopped) break;
      found += await this.#setAside(hashes);
    }
    return found;
  }

  /** Now and then: strays whose time is over go, unless somebody refers to them by now. */
  async removeStrays(): Promise<number> {
    const { records, clock, strayKeepMs, tell, store } = this.#parts;
    const due = epochMs(clock() - strayKeepMs);
    let removed = 0;
    for (let after = ""; !this.#isStopped; ) {
      const hashes = await records.strays(due, after, portion);
      const last = hashes.at(-1);
      if (last === undefined) break;
      after = last;
      const kept = await store.referenced(hashes);
      const going = hashes.filter((sha256) => !kept.has(sha256));
      if (going.length > 0) tell("removing", going);
      const removal = await this.#remove(going);
      removed += removal.removed.length;
      await records.strikeStrays(hashes.filter((sha256) => !removal.busy.includes(sha256)));
    }
    return removed;
  }

  /** Ends what takes long; the next start takes it up again. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Held first, records second: who holds a content lets go of it only when its record is there. */
  async #setAside(hashes: readonly string[]): Promise<number> {
    const { blobs, store, records, clock, tell } = this.#parts;
    const free = hashes.filter((sha256) => !blobs.isHeld(sha256) && !this.#discarded.has(sha256));
    const [referenced, released] = [await store.referenced(free), await records.amongReleased(free)];
    const strays = free.filter((sha256) => !referenced.has(sha256) && !released.has(sha256));
    const news = await records.addStrays(strays, clock());
    if (news.length > 0) tell("found", news);
    return news.length;
  }

  async #removeReleased(upTo: number): Promise<number> {
    const { records } = this.#parts;
    let removed = 0;
    for (let after = 0; ; ) {
      const rows = await records.released(after, upTo, portion);
      const last = rows.at(-1);
      if (last === undefined) return removed;
      after = last.id;
      const removal = await this.#remove(rows.map(({ sha256 }) => sha256));
      if (removal.busy.length > 0) this.#hasWork = true;
      removed += removal.removed.length;
      const done = rows.filter(({ sha256 }) => !removal.busy.includes(sha256));
      await records.strikeReleased(done.map(({ id }) => id));
    }
  }

  async #removeDiscarded(): Promise<number> {
    const hashes = [...this.#discarded].slice(0, portion);
    if (hashes.length === 0) return 0;
    const { removed, busy } = await this.#remove(hashes);
    for (const sha256 of hashes) if (!busy.includes(sha256)) this.#discarded.delete(sha256);
    return removed.length;
  }

  #remove(hashes: readonly string[]): Promise<Removal> {
    return this.#parts.blobs.removeUnreferenced(hashes, (asked) => this.#parts.store.referenced(asked));
  }
}
