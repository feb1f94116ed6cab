import { networkOf } from "../../kernel/network-of.ts";
import type { EpochMs } from "../../kernel/time.ts";

export interface GuessLimits {
  /** Wrong tokens of one network that cost nothing. */
  readonly freeGuesses: number;
  readonly longestDelayMs: number;
  /** With more wrong tokens in a minute, from wherever, everybody new waits as long as a guesser. */
  readonly guessesPerMinute: number;
}

const firstDelayMs = 250;
const forgetAfterMs = 15 * 60_000;
const minuteMs = 60_000;
const networksRemembered = 50_000;
/** Devices remembered with the network they come from; others wait while somebody guesses there. */
const guestsRemembered = 100_000;
/** So many characters nobody finds by trying: whoever has such a token, and had it here before, never waits. */
const unguessableLength = 16;

interface Failures {
  count: number;
  last: EpochMs;
}

/**
 * Counts wrong device tokens per network and over all, in the moment they arrive: hanging up early gains nothing [DEV4].
 * While somebody guesses, a right token waits as long as a wrong one, so that nobody can tell them apart by a quick
 * answer; it is never refused, and a device that was here before does not wait at all [AUTH3].
 */
export class TokenGuesses {
  readonly #limits: GuessLimits;
  readonly #byNetwork = new Map<string, Failures>();
  readonly #guests = new Set<string>();
  #minute = { number: 0, failed: 0, failedBefore: 0 };
  /** Until then a network has more failures than are free. */
  #suspicionEnds = 0;

  constructor(limits: GuessLimits) {
    this.#limits = limits;
  }

  /** Counts a wrong token; returns how long its answer is to be held back. */
  failed(address: string, now: EpochMs): number {
    const network = networkOf(address);
    const count = this.#failuresOf(network, now) + 1;
    keepLast(this.#byNetwork, network, { count, last: now }, networksRemembered);
    this.#minuteAt(now).failed++;
    if (count > this.#limits.freeGuesses) this.#suspicionEnds = now + forgetAfterMs;
    return this.#delayAfter(count, now);
  }

  /** How long a right token is held back; mostly 0. Whoever was held back, and stayed, has `waited`. */
  passed(address: string, token: string, now: EpochMs): number {
    const network = networkOf(address);
    const isKnown = this.#guests.has(guestOf(network, token)) && token.length >= unguessableLength;
    const delayMs = isKnown ? 0 : this.#delayAfter(this.#failuresOf(network, now), now);
    if (delayMs === 0) this.#welcome(guestOf(network, token));
    return delayMs;
  }

  /**
   * The holder of a right token was there when its answer was due, and is known there from now on. Who hung up is not:
   * a second try, answered at once, would tell what the first one was held back for.
   */
  waited(address: string, token: string): void {
    this.#welcome(guestOf(networkOf(address), token));
  }

  /** Nobody is under suspicion: every right token is answered at once. */
  isCalm(now: EpochMs): boolean {
    return now >= this.#suspicionEnds && !this.#areTooManyOverAll(now);
  }

  /** Further tries with tokens of one's own choice would be guessing. */
  isUsedUp(address: string, now: EpochMs): boolean {
    return this.#failuresOf(networkOf(address), now) > this.#limits.freeGuesses;
  }

  #delayAfter(failures: number, now: EpochMs): number {
    const { freeGuesses, longestDelayMs } = this.#limits;
    if (this.#areTooManyOverAll(now)) return longestDelayMs;
    if (failures <= freeGuesses) return 0;
    return Math.min(firstDelayMs * 2 ** (failures - freeGuesses - 1), longestDelayMs);
  }

  #failuresOf(network: string, now: EpochMs): number {
    const failures = this.#byNetwork.get(network);
    return failures && now - failures.last < forgetAfterMs ? failures.count : 0;
  }

  #areTooManyOverAll(now: EpochMs): boolean {
    const { failed, failedBefore } = this.#minuteAt(now);
    return Math.max(failed, failedBefore) > this.#limits.guessesPerMinute;
  }

  #minuteAt(now: EpochMs): { failed: number; failedBefore: number } {
    const number = Math.floor(now / minuteMs);
    const { number: last, failed } = this.#minute;
    if (number !== last) this.#minute = { number, failed: 0, failedBefore: number === last + 1 ? failed : 0 };
    return this.#minute;
  }

  #welcome(guest: string): void {
    this.#guests.delete(guest); // re-inserted at the end: the first one is the longest untouched
    this.#guests.add(guest);
    if (this.#guests.size > guestsRemembered) forgetFirst(this.#guests);
  }
}

const guestOf = (network: string, token: string): string => `${network} ${token}`;

/** At the end: the first one is the longest untouched, and goes when there are too many. */
function keepLast<K, V>(map: Map<K, V>, key: K, value: V, atMost: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > atMost) forgetFirst(map);
}

function forgetFirst<K>(all: { keys(): IterableIterator<K>; delete(key: K): boolean }): void {
  const first = all.keys().next();
  if (!first.done) all.delete(first.value);
}
