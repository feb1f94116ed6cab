import { randomUUID } from "node:crypto";
import { type Clock, epochMs, monotonicMs } from "../../kernel/time.ts";
import type { LeaseStore } from "./lease-store.ts";

interface LeaseParts {
  readonly store: LeaseStore;
  readonly clock: Clock;
  readonly monotonic?: () => number;
}

/** Work that only one node of all that share a database does at a time; who dies loses it after `spanMs`. */
export class Lease {
  readonly #parts: LeaseParts;
  readonly #name: string;
  readonly #spanMs: number;
  readonly #owner = randomUUID();
  #takenAt: number | undefined;

  constructor(parts: LeaseParts, name: string, spanMs: number) {
    this.#parts = parts;
    this.#name = name;
    this.#spanMs = spanMs;
  }

  /** Whether it is ours from here on for a while; asks the store only when half of it has passed. */
  async hold(): Promise<boolean> {
    const { store, clock, monotonic = monotonicMs } = this.#parts;
    if (this.#takenAt !== undefined && monotonic() - this.#takenAt < this.#spanMs / 2) return true;
    const [asked, now] = [monotonic(), clock()];
    const until = epochMs(now + this.#spanMs);
    const isOurs = await store.take(this.#name, this.#owner, { now, until, sane: until });
    this.#takenAt = isOurs ? asked : undefined;
    return isOurs;
  }

  async release(): Promise<void> {
    if (this.#takenAt === undefined) return;
    this.#takenAt = undefined;
    await this.#parts.store.release(this.#name, this.#owner);
  }
}
