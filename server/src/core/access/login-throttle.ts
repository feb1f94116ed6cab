import type { EpochMs } from "../../kernel/time.ts";

export interface ThrottleLimits {
  /** Failures that cost nothing. */
  readonly freeFailures: number;
  /** From so many failures on, the answer is "too many requests". */
  readonly refuseFromFailures: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After so long without a failure everything is forgotten. */
  readonly forgetAfterMs: number;
  /** Accounts and addresses remembered at most; the longest untouched is forgotten first. */
  readonly rememberedAtMost: number;
}

export interface Penalty {
  readonly delayMs: number;
  /** A further failure is answered "too many requests" instead of "wrong". */
  readonly refuseFailure: boolean;
}

interface Failures {
  count: number;
  last: EpochMs;
}

/**
 * Counts failed logins per account and per address [AUTH3]. It never says no by itself: a right password is
 * let in however many others failed, so a penalty is time to wait before the password is looked at, and the
 * words for a failure.
 */
export class LoginThrottle {
  readonly #limits: ThrottleLimits;
  readonly #failures = new Map<string, Failures>();

  constructor(limits: ThrottleLimits) {
    this.#limits = limits;
  }

  penaltyFor(account: string, address: string, now: EpochMs): Penalty {
    const count = Math.max(this.#count(`account ${account}`, now), this.#count(`address ${address}`, now));
    return { delayMs: this.#delayAfter(count), refuseFailure: count + 1 >= this.#limits.refuseFromFailures };
  }

  failed(account: string, address: string, now: EpochMs): void {
    this.#add(`account ${account}`, now);
    this.#add(`address ${address}`, now);
  }

  /** Clears the account only: an attacker's own login must not wipe out what came from the same address. */
  succeeded(account: string): void {
    this.#failures.delete(`account ${account}`);
  }

  #delayAfter(count: number): number {
    const beyond = count - this.#limits.freeFailures;
    if (beyond < 0) return 0;
    return Math.min(this.#limits.firstDelayMs * 2 ** beyond, this.#limits.longestDelayMs);
  }

  #count(key: string, now: EpochMs): number {
    const failures = this.#failures.get(key);
    if (!failures || now - failures.last > this.#limits.forgetAfterMs) return 0;
    return failures.count;
  }

  #add(key: string, now: EpochMs): void {
    const count = this.#count(key, now) + 1;
    this.#failures.delete(key); // re-inserted at the end: the Map's order is "longest untouched first"
    this.#failures.set(key, { count, last: now });
    if (this.#failures.size <= this.#limits.rememberedAtMost) return;
    const oldest = this.#failures.keys().next();
    if (!oldest.done) this.#failures.delete(oldest.value);
  }
}
