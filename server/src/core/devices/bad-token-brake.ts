import type { EpochMs } from "../../kernel/time.ts";

const freeFailures = 5;
const firstDelayMs = 250;
const longestDelayMs = 4_000;
const forgetAfterMs = 15 * 60_000;
const addressesRemembered = 50_000;

interface Failures {
  count: number;
  last: EpochMs;
}

/**
 * Slows down whoever tries tokens. Only a failure waits: a valid token is let in at once, however many others
 * failed from the same address, since many devices share one [AUTH3].
 */
export class BadTokenBrake {
  readonly #byAddress = new Map<string, Failures>();

  /** Counts a failure; returns how long its answer is to be held back. */
  failed(address: string, now: EpochMs): number {
    const before = this.#byAddress.get(address);
    const count = before && now - before.last < forgetAfterMs ? before.count + 1 : 1;
    this.#byAddress.delete(address); // re-inserted at the end: the first one is the longest untouched
    this.#byAddress.set(address, { count, last: now });
    if (this.#byAddress.size > addressesRemembered) this.#forgetOldest();
    return count <= freeFailures ? 0 : Math.min(firstDelayMs * 2 ** (count - freeFailures - 1), longestDelayMs);
  }

  #forgetOldest(): void {
    const oldest = this.#byAddress.keys().next();
    if (!oldest.done) this.#byAddress.delete(oldest.value);
  }
}
