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
  /** Accounts, networks and homes remembered at most, each; the longest untouched is forgotten first. */
  readonly rememberedAtMost: number;
}

/** Whom an attempt is for, and where it comes from. */
export interface AttemptSource {
  readonly account: string;
  readonly network: string;
}

export interface Penalty {
  readonly delayMs: number;
  /** The account logged in from here before, and did not fail here since: others' failures do not concern it. */
  readonly isAtHome: boolean;
}

interface Tally {
  failed: number;
  /** Begun, and not ended. */
  pending: number;
  last: EpochMs;
}

/**
 * Counts failed logins per account and per network [AUTH3]. A penalty is time to wait before the password is looked
 * at, and the words for a failure: nobody is refused before. Where an account logged in before it is at home, and
 * waits for its own failures there only.
 */
export class LoginThrottle {
  readonly #limits: ThrottleLimits;
  readonly #tallies = new Map<string, Tally>();
  /** Accounts at networks they logged in from: failures since then. */
  readonly #homes = new Map<string, Pick<Tally, "failed">>();

  constructor(limits: ThrottleLimits) {
    this.#limits = limits;
  }

  /** What has begun must `end`. */
  begin(source: AttemptSource, now: EpochMs): Penalty {
    const [ofAccount, ofNetwork] = [this.#tally(accountKey(source), now), this.#tally(networkKey(source), now)];
    const penalty = this.#penaltyFor(source, ofAccount, ofNetwork);
    ofAccount.pending++;
    this.#keep(accountKey(source), ofAccount);
    return penalty;
  }

  /** Asked again when it is its turn: of many guesses at once from there, those behind the free ones are not at home. */
  isAtHome(source: AttemptSource): boolean {
    const home = this.#homes.get(homeKey(source));
    return home !== undefined && home.failed < this.#limits.freeFailures;
  }

  /** True when this failure is to be answered "too many requests" instead of "wrong". */
  failed(source: AttemptSource, now: EpochMs): boolean {
    const home = this.#homes.get(homeKey(source));
    if (home) home.failed++;
    const counts = [accountKey(source), networkKey(source)].map((key) => this.#countFailure(key, now));
    return Math.max(...counts) >= this.#limits.refuseFromFailures;
  }

  /** Clears the account only: an attacker's own login must not wipe out what came from the same network. */
  succeeded(source: AttemptSource): void {
    const tally = this.#tallies.get(accountKey(source));
    if (tally) tally.failed = 0;
    keepLast(this.#homes, homeKey(source), { failed: 0 }, this.#limits.rememberedAtMost);
  }

  /** An account was told that a name exists, or a code wrong. Logging in does not make up for that [AUTH6, AUTH9]. */
  told(account: string, now: EpochMs): void {
    this.#countFailure(askerKey(account), now);
  }

  /** For how long an account that was told too often is told nothing more; mostly 0. */
  silenceMs(account: string, now: EpochMs, tooOften = this.#limits.refuseFromFailures): number {
    const { failed, last } = this.#tally(askerKey(account), now);
    return failed < tooOften ? 0 : last + this.#limits.forgetAfterMs - now;
  }

  end(source: AttemptSource): void {
    const tally = this.#tallies.get(accountKey(source));
    if (!tally) return; // forgotten meanwhile
    tally.pending = Math.max(0, tally.pending - 1);
    if (tally.pending + tally.failed === 0) this.#tallies.delete(accountKey(source));
  }

  /**
   * What is pending on the account counts as failed until we know better: guesses from many networks at once would
   * all be the first. What is pending on the network may be the morning's logins of everybody behind one address.
   */
  #penaltyFor(source: AttemptSource, ofAccount: Tally, ofNetwork: Tally): Penalty {
    const isAtHome = this.isAtHome(source);
    const count = Math.max(ofAccount.failed + ofAccount.pending, ofNetwork.failed);
    return { delayMs: isAtHome ? 0 : this.#delayAfter(count), isAtHome };
  }

  #countFailure(key: string, now: EpochMs): number {
    const tally = this.#tally(key, now);
    tally.failed++;
    tally.last = now;
    this.#keep(key, tally);
    return tally.failed;
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
    keepLast(this.#tallies, key, tally, this.#limits.rememberedAtMost);
  }
}

/** At the end: the first one is the longest untouched, and goes when there are too many. */
function keepLast<V>(map: Map<string, V>, key: string, value: V, atMost: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= atMost) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

const accountKey = ({ account }: AttemptSource): string => `account ${account}`;
const askerKey = (account: string): string => `asker ${account}`;
const networkKey = ({ network }: AttemptSource): string => `network ${network}`;
const homeKey = ({ account, network }: AttemptSource): string => `${network} ${account}`;
