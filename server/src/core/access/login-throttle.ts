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
  /** Accounts and networks remembered at most; the longest untouched is forgotten first. */
  readonly rememberedAtMost: number;
  /** Attempts a network may have in hand, without and with too many failures; nobody else's place is used up. */
  readonly pendingPerNetwork: number;
  readonly pendingPerSuspectNetwork: number;
}

/** Whom an attempt is for, and where it comes from. */
export interface AttemptSource {
  readonly account: string;
  readonly network: string;
}

export interface Penalty {
  readonly delayMs: number;
  /** Not before those who are above suspicion. */
  readonly isSuspect: boolean;
  /** A further failure is answered "too many requests" instead of "wrong". */
  readonly refuseFailure: boolean;
}

interface Tally {
  failed: number;
  /** Begun, and not ended. */
  pending: number;
  last: EpochMs;
}

/**
 * Counts failed logins per account and per network [AUTH3]. A penalty is time to wait before the password is looked
 * at, and the words for a failure: a right password is let in however many others failed.
 */
export class LoginThrottle {
  readonly #limits: ThrottleLimits;
  readonly #tallies = new Map<string, Tally>();

  constructor(limits: ThrottleLimits) {
    this.#limits = limits;
  }

  /** Whether the account had more failures than are free, from wherever. */
  isSuspect({ account }: AttemptSource, now: EpochMs): boolean {
    return this.#tally(accountKey(account), now).failed >= this.#limits.freeFailures;
  }

  /** Undefined when the network has no room for one more. What has begun must `end`. */
  begin({ account, network }: AttemptSource, now: EpochMs): Penalty | undefined {
    const [ofAccount, ofNetwork] = [this.#tally(accountKey(account), now), this.#tally(networkKey(network), now)];
    if (this.#isFull(ofNetwork)) return undefined;
    const penalty = this.#penaltyFor(ofAccount, ofNetwork);
    for (const tally of [ofAccount, ofNetwork]) tally.pending++;
    this.#keep(accountKey(account), ofAccount);
    this.#keep(networkKey(network), ofNetwork);
    return penalty;
  }

  failed({ account, network }: AttemptSource, now: EpochMs): void {
    for (const key of [accountKey(account), networkKey(network)]) {
      const tally = this.#tally(key, now);
      tally.failed++;
      tally.last = now;
      this.#keep(key, tally);
    }
  }

  /** Clears the account only: an attacker's own login must not wipe out what came from the same network. */
  succeeded({ account }: AttemptSource): void {
    const tally = this.#tallies.get(accountKey(account));
    if (tally) tally.failed = 0;
  }

  end({ account, network }: AttemptSource): void {
    for (const key of [accountKey(account), networkKey(network)]) {
      const tally = this.#tallies.get(key);
      if (!tally) continue; // forgotten meanwhile
      tally.pending = Math.max(0, tally.pending - 1);
      if (tally.pending + tally.failed === 0) this.#tallies.delete(key);
    }
  }

  #isFull({ failed, pending }: Tally): boolean {
    const { freeFailures, pendingPerNetwork, pendingPerSuspectNetwork } = this.#limits;
    return pending >= (failed >= freeFailures ? pendingPerSuspectNetwork : pendingPerNetwork);
  }

  /**
   * What is pending on the account counts as failed until we know better: guesses from many networks at once would
   * all be the first. What is pending on the network may be the morning's logins of everybody behind one address:
   * these are only no longer preferred.
   */
  #penaltyFor(ofAccount: Tally, ofNetwork: Tally): Penalty {
    const count = Math.max(ofAccount.failed + ofAccount.pending, ofNetwork.failed);
    return {
      delayMs: this.#delayAfter(count),
      isSuspect: Math.max(count, ofNetwork.failed + ofNetwork.pending) >= this.#limits.freeFailures,
      refuseFailure: count + 1 >= this.#limits.refuseFromFailures,
    };
  }

  #delayAfter(count: number): number {
    const beyond = count - this.#limits.freeFailures;
    if (beyond < 0) return 0;
    return Math.min(this.#limits.firstDelayMs * 2 ** beyond, this.#limits.longestDelayMs);
  }

  #tally(key: string, now: EpochMs): Tally {
    const tally = this.#tallies.get(key) ?? { failed: 0, pending: 0, last: now };
    if (now - tally.last > this.#limits.forgetAfterMs) tally.failed = 0;
    return tally;
  }

  #keep(key: string, tally: Tally): void {
    this.#tallies.delete(key); // re-inserted at the end: the Map's order is "longest untouched first"
    this.#tallies.set(key, tally);
    if (this.#tallies.size <= this.#limits.rememberedAtMost) return;
    const oldest = this.#tallies.keys().next();
    if (!oldest.done) this.#tallies.delete(oldest.value);
  }
}

const accountKey = (account: string): string => `account ${account}`;
const networkKey = (network: string): string => `network ${network}`;
