import { filesBusy } from "../../../core/files/index.ts";

/** How often it is looked for one that nobody reads, within the time that makes it one. */
const looks = 4;

/** Nobody read the answer while others waited for its connection. */
export class GivenUpError extends Error {
  override readonly name = "GivenUpError";
}

/** What has a connection. */
export interface Reading {
  /** Since when its reader has taken nothing of what is there (`performance.now`); undefined while it is the server that is awaited. */
  readonly unreadSince: number | undefined;
  /** It ends as one that was cut: whoever reads on asks again for the rest. */
  giveUp(): void;
}

export interface PlaceLimits {
  readonly connections: number;
  /** Nobody waits longer for one. */
  readonly connectionWaitMs: number;
  /** One that was not read for so long goes to whoever waits. */
  readonly unreadMs: number;
}

interface Waiter {
  readonly reading: Reading;
  readonly begin: () => void;
}

/** The connections for large answers, and who waits for one, in the order they came: none stays with somebody who does not read [REL3]. */
export class ConnectionPlaces {
  readonly #limits: PlaceLimits;
  readonly #held = new Set<Reading>();
  readonly #waiting = new Set<Waiter>();
  #nextLook: NodeJS.Timeout | undefined;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Resolves when it has one, which it keeps until `free`. */
  async take(reading: Reading): Promise<void> {
    if (this.#held.size < this.#limits.connections) return void this.#held.add(reading);
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(tooLong);
        resolve();
      };
      const waiter = { reading, begin };
      const tooLong = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(filesBusy());
      }, this.#limits.connectionWaitMs);
      this.#waiting.add(waiter);
      if (this.#nextLook === undefined) this.#look();
    });
  }

  /** Whatever it was that ended it, and however often that is told. */
  free(reading: Reading): void {
    if (!this.#held.delete(reading)) return;
    const [next] = this.#waiting;
    if (!next) return;
    this.#waiting.delete(next);
    this.#held.add(next.reading);
    next.begin();
  }

  #look(): void {
    for (const reading of this.#longestUnread(this.#waiting.size)) {
      reading.giveUp();
      this.free(reading);
    }
    const isAwaited = this.#waiting.size > 0;
    this.#nextLook = isAwaited ? setTimeout(() => this.#look(), this.#limits.unreadMs / looks) : undefined;
  }

  #longestUnread(atMost: number): readonly Reading[] {
    const latest = performance.now() - this.#limits.unreadMs;
    const since = ({ unreadSince = Number.POSITIVE_INFINITY }: Reading): number => unreadSince;
    const unread = [...this.#held].filter((reading) => since(reading) <= latest);
    return unread.sort((one, other) => since(one) - since(other)).slice(0, atMost);
  }
}
