import { networkOf } from "../kernel/network-of.ts";

/** How much may be in the hands of those who have not said yet who they are [API10]. */
export interface StrangerLimits {
  /** Connections, or requests whose body is not there yet. */
  readonly atMost: number;
  readonly perNetwork: number;
  /** Bytes held for them. */
  readonly bytes: number;
  readonly bytesPerNetwork: number;
}

/** One who is not authenticated yet. Whoever lets it in or loses it says so with `leave`. */
export interface Stranger {
  /** So many bytes are held for it now. False when that is too much: then it has to go. */
  holds(bytes: number): boolean;
  /** It did what was asked of it and is being looked at: others give way before it does. */
  progressed(): void;
  /** It is known now, or gone. More than once is fine. */
  leave(): void;
}

/** What a network has, in order of arrival or progress. */
interface Crowd {
  readonly guests: Set<Guest>;
  bytes: number;
}

/**
 * Everybody who is connected and not authenticated, by network. Who is known does not count. When there is no more
 * room, the network that has most loses its oldest: one that opens connections and says nothing takes the places of
 * its own, never those others need [API10].
 */
export class Strangers {
  readonly #limits: StrangerLimits;
  readonly #crowds = new Map<string, Crowd>();
  #count = 0;
  #bytes = 0;
  #turnedAway = 0;

  constructor(limits: StrangerLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How many had to make room so far. */
  get turnedAway(): number {
    return this.#turnedAway;
  }

  /** `turnAway` is called at most once, when it has to make room for another one; it has left by then. */
  enter(address: string, turnAway: () => void): Stranger {
    const network = networkOf(address);
    const crowd = this.#crowds.get(network) ?? { guests: new Set(), bytes: 0 };
    if (crowd.guests.size >= this.#limits.perNetwork) this.#oldestLeaves(crowd);
    while (this.#count >= this.#limits.atMost) this.#oldestLeaves(this.#largest((some) => some.guests.size));
    this.#crowds.set(network, crowd);
    return new Guest(this, network, crowd, turnAway);
  }

  /** For guests. */
  entered(guest: Guest): void {
    guest.crowd.guests.add(guest);
    this.#count++;
  }

  /** For guests. */
  left(guest: Guest): void {
    const { crowd, network } = guest;
    if (!crowd.guests.delete(guest)) return;
    this.#count--;
    if (crowd.guests.size === 0 && this.#crowds.get(network) === crowd) this.#crowds.delete(network);
  }

  /** For guests: whether there is room for so many more bytes; they are counted if there is. */
  take(guest: Guest, bytes: number): boolean {
    if (bytes > 0 && !this.#hasRoom(guest, bytes)) return false;
    guest.crowd.bytes += bytes;
    this.#bytes += bytes;
    return true;
  }

  /** Made, if need be: what arrives in one go is there for a moment only, and what lingers gives way to it. */
  #hasRoom(guest: Guest, bytes: number): boolean {
    const { bytes: atMost, bytesPerNetwork } = this.#limits;
    const { crowd } = guest;
    while (crowd.bytes + bytes > bytesPerNetwork) if (!this.#holderLeaves(crowd, guest)) return false;
    while (this.#bytes + bytes > atMost) {
      const largest = this.#largest((some) => some.bytes);
      if (!this.#holderLeaves(largest, guest)) return false;
    }
    return true;
  }

  /** The oldest for which something is held goes, if that is not the one who asks. */
  #holderLeaves({ guests }: Crowd, asking: Guest): boolean {
    for (const guest of guests) {
      if (guest === asking || guest.bytes === 0) continue;
      this.#leaves(guest);
      return true;
    }
    return false;
  }

  #largest(measure: (crowd: Crowd) => number): Crowd {
    let largest: Crowd = { guests: new Set(), bytes: 0 };
    for (const crowd of this.#crowds.values()) if (measure(crowd) > measure(largest)) largest = crowd;
    return largest;
  }

  #oldestLeaves({ guests }: Crowd): void {
    const [oldest] = guests;
    if (oldest) this.#leaves(oldest);
  }

  #leaves(guest: Guest): void {
    this.#turnedAway++;
    guest.leave();
    guest.turnAway();
  }
}

class Guest implements Stranger {
  readonly network: string;
  readonly crowd: Crowd;
  readonly turnAway: () => void;
  readonly #strangers: Strangers;
  bytes = 0;
  #isGone = false;

  constructor(strangers: Strangers, network: string, crowd: Crowd, turnAway: () => void) {
    this.#strangers = strangers;
    this.network = network;
    this.crowd = crowd;
    this.turnAway = turnAway;
    strangers.entered(this);
  }

  holds(bytes: number): boolean {
    if (this.#isGone || !this.#strangers.take(this, bytes - this.bytes)) return false;
    this.bytes = bytes;
    return true;
  }

  progressed(): void {
    if (this.crowd.guests.delete(this)) this.crowd.guests.add(this);
  }

  leave(): void {
    this.holds(0);
    this.#isGone = true;
    this.#strangers.left(this);
  }
}
