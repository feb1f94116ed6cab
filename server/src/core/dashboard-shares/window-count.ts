import type { EpochMs } from "../../kernel/time.ts";

/** Counted at most; beyond, the one counted first begins anew. */
const countedAtMost = 50_000;

/** How often somebody came within a minute, or another window of time. */
export class WindowCount {
  readonly #windowMs: number;
  #window = 0;
  readonly #counts = new Map<string, number>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** How long until the next window, where this is one too many; 0 where it is not. */
  count(who: string, most: number, now: EpochMs): number {
    const count = this.countOf(who, now) + 1;
    this.#counts.set(who, count);
    const oldest = this.#counts.size > countedAtMost ? this.#counts.keys().next().value : undefined;
    if (oldest !== undefined) this.#counts.delete(oldest);
    return count <= most ? 0 : (this.#window + 1) * this.#windowMs - now;
  }

  countOf(who: string, now: EpochMs): number {
    const window = Math.floor(now / this.#windowMs);
    if (window !== this.#window) this.#counts.clear();
    this.#window = window;
    return this.#counts.get(who) ?? 0;
  }
}
