import { networkOf } from "../kernel/network-of.ts";

/** How much may be in the hands of those who have not said yet who they are [API10]. */
export interface UnauthenticatedLimits {
  /** Connections, or requests whose body is not there yet. */
  readonly atMost: number;
  readonly perNetwork: number;
  /** Bytes held for them. */
  readonly bytes: number;
  readonly bytesPerNetwork: number;
}

/** One who is not authenticated yet. Whoever lets it in or loses it says so with `leave`. */
export interface UnauthenticatedPeer {
  /** So many bytes are held for it now. False when that is too much: then it has to go. */
  holds(bytes: number): boolean;
  /** It did what was asked of it and is being looked at: others give way before it does. */
  progressed(): void;
  /** It is known now, or gone. More than once is fine. */
  leave(): void;
}

/** What a network has, in order of arrival or progress. */
interface NetworkShare {
  readonly peers: Set<CountedPeer>;
  bytes: number;
}

/**
 * Everybody who is connected and not authenticated, by network. Who is known does not count. When there is no more
 * room, the network that has most loses its oldest: one that opens connections and says nothing takes the places of
 * its own, never those others need [API10].
 */
export class UnauthenticatedPeers {
  readonly #limits: UnauthenticatedLimits;
  readonly #shares = new Map<string, NetworkShare>();
  #count = 0;
  #bytes = 0;
  #turnedAway = 0;

  constructor(limits: UnauthenticatedLimits) {
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
  enter(address: string, turnAway: () => void): UnauthenticatedPeer {
    const network = networkOf(address);
    const share = this.#shares.get(network) ?? { peers: new Set(), bytes: 0 };
    if (share.peers.size >= this.#limits.perNetwork) this.#oldestLeaves(share);
    while (this.#count >= this.#limits.atMost) this.#oldestLeaves(this.#largest((some) => some.peers.size));
    this.#shares.set(network, share);
    return new CountedPeer(this, network, share, turnAway);
  }

  /** For peers. */
  entered(peer: CountedPeer): void {
    peer.share.peers.add(peer);
    this.#count++;
  }

  /** For peers. */
  left(peer: CountedPeer): void {
    const { share, network } = peer;
    if (!share.peers.delete(peer)) return;
    this.#count--;
    if (share.peers.size === 0 && this.#shares.get(network) === share) this.#shares.delete(network);
  }

  /** For peers: whether there is room for so many more bytes; they are counted if there is. */
  take(peer: CountedPeer, bytes: number): boolean {
    if (bytes > 0 && !this.#hasRoom(peer, bytes)) return false;
    peer.share.bytes += bytes;
    this.#bytes += bytes;
    return true;
  }

  /** Made, if need be: what arrives in one go is there for a moment only, and what lingers gives way to it. */
  #hasRoom(peer: CountedPeer, bytes: number): boolean {
    const { bytes: atMost, bytesPerNetwork } = this.#limits;
    const { share } = peer;
    while (share.bytes + bytes > bytesPerNetwork) if (!this.#holderLeaves(share, peer)) return false;
    while (this.#bytes + bytes > atMost) {
      const largest = this.#largest((some) => some.bytes);
      if (!this.#holderLeaves(largest, peer)) return false;
    }
    return true;
  }

  /** The oldest for which something is held goes, if that is not the one who asks. */
  #holderLeaves({ peers }: NetworkShare, asking: CountedPeer): boolean {
    for (const peer of peers) {
      if (peer === asking || peer.bytes === 0) continue;
      this.#leaves(peer);
      return true;
    }
    return false;
  }

  #largest(measure: (share: NetworkShare) => number): NetworkShare {
    let largest: NetworkShare = { peers: new Set(), bytes: 0 };
    for (const share of this.#shares.values()) if (measure(share) > measure(largest)) largest = share;
    return largest;
  }

  #oldestLeaves({ peers }: NetworkShare): void {
    const [oldest] = peers;
    if (oldest) this.#leaves(oldest);
  }

  #leaves(peer: CountedPeer): void {
    this.#turnedAway++;
    peer.leave();
    peer.turnAway();
  }
}

class CountedPeer implements UnauthenticatedPeer {
  readonly network: string;
  readonly share: NetworkShare;
  readonly turnAway: () => void;
  readonly #unauthenticated: UnauthenticatedPeers;
  bytes = 0;
  #isGone = false;

  constructor(unauthenticated: UnauthenticatedPeers, network: string, share: NetworkShare, turnAway: () => void) {
    this.#unauthenticated = unauthenticated;
    this.network = network;
    this.share = share;
    this.turnAway = turnAway;
    unauthenticated.entered(this);
  }

  holds(bytes: number): boolean {
    if (this.#isGone || !this.#unauthenticated.take(this, bytes - this.bytes)) return false;
    this.bytes = bytes;
    return true;
  }

  progressed(): void {
    if (this.share.peers.delete(this)) this.share.peers.add(this);
  }

  leave(): void {
    this.holds(0);
    this.#isGone = true;
    this.#unauthenticated.left(this);
  }
}
