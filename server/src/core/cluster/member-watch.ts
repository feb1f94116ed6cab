import type { Member } from "./cluster-view.ts";

export interface WatchTerms {
  /** A member that was not renewed for so long serves nobody any more. */
  readonly leaseMs: number;
  /** Others wait so much longer before they call it dead. */
  readonly marginMs: number;
}

interface Seen {
  readonly beat: number;
  readonly since: number;
}

/**
 * Since when each member shows the same beat, by our own steady clock: what other clocks say does not matter [RUN12]. A member
 * that we have not watched for long enough is not called dead, whoever we are. When we could not look for half a lease, as
 * after a failover of the database, others could not beat either: everybody is watched from the beginning.
 */
export class MemberWatch {
  readonly #terms: WatchTerms;
  readonly #seen = new Map<string, Seen>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(terms: WatchTerms) {
    this.#terms = terms;
  }

  /** Notes what is seen `now`, and gives those that have been silent for too long. */
  look(members: readonly Member[], now: number): Member[] {
    if (now - this.#lookedAt > this.#terms.leaseMs / 2) this.#seen.clear();
    this.#lookedAt = now;
    const names = new Set(members.map(({ node }) => node));
    for (const node of this.#seen.keys()) if (!names.has(node)) this.#seen.delete(node);
    return members.filter((member) => this.#isSilent(member, now));
  }

  /** Who was silent for half of that time: it may come back, or have died. */
  suspects(members: readonly Member[], now: number): Member[] {
    return members.filter(({ node }) => now - (this.#seen.get(node)?.since ?? now) >= this.#terms.leaseMs / 2);
  }

  #isSilent({ node, beat }: Member, now: number): boolean {
    const seen = this.#seen.get(node);
    if (seen?.beat !== beat) this.#seen.set(node, { beat, since: now });
    else return now - seen.since >= this.#terms.leaseMs + this.#terms.marginMs;
    return false;
  }
}
