import { setTimeout as sleep } from "node:timers/promises";
import { monotonicMs } from "../../kernel/time.ts";
import { beatsPerLease, type Membership } from "./membership.ts";

export interface PulseTerms {
  readonly leaseMs: number;
  /** Told of a database that does not answer; it is asked again with the next beat. */
  readonly onTrouble: (error: unknown) => void;
  /** Told of every beat that arrived. */
  readonly onBeat: () => void;
}

/** Keeps a membership going: beats in time, whatever the looks are busy with. */
export class MembershipPulse {
  readonly #membership: Membership;
  readonly #terms: PulseTerms;
  readonly #stopped = new AbortController();
  #beats: Promise<void> | undefined;
  #looks: Promise<void> | undefined;

  constructor(membership: Membership, terms: PulseTerms) {
    this.#membership = membership;
    this.#terms = terms;
  }

  start(): void {
    this.startBeats();
    this.startLooks();
  }

  /** From the moment it is a member, whatever else its start takes. */
  startBeats(): void {
    this.#beats ??= this.#repeat(async () => {
      await this.#membership.beat();
      this.#terms.onBeat();
    });
  }

  /** From the moment it can serve. */
  startLooks(): void {
    this.#looks = this.#repeat(async () => {
      while (await this.#membership.look()) if (this.#isOver) return; // what was done may be all, or lead to more
    });
  }

  get #isOver(): boolean {
    return this.#stopped.signal.aborted || this.#membership.isLost;
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    const pauseMs = this.#terms.leaseMs / beatsPerLease;
    while (!this.#isOver) {
      await work().catch((error: unknown) => this.#terms.onTrouble(error));
      await sleep(pauseMs, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

  /** Gives all shards to others, within a time; it stays a member, and serves what others have. */
  async handOver(patienceMs: number): Promise<void> {
    const end = monotonicMs() + patienceMs;
    await this.#membership.retire().catch((error: unknown) => this.#terms.onTrouble(error));
    while (this.#membership.holdsAny && !this.#isOver && monotonicMs() < end)
      await sleep(this.#terms.leaseMs / beatsPerLease / 4);
  }

  /** Gives all shards to others and leaves, within a time; what is not given by then is inherited by them. */
  async leave(patienceMs: number): Promise<void> {
    await this.handOver(patienceMs);
    this.#stopped.abort();
    await Promise.all([this.#beats, this.#looks]);
    await this.#membership.leave().catch((error: unknown) => this.#terms.onTrouble(error));
  }
}
