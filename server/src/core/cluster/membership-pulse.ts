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

/** However often something changes. */
const leastPauseMs = 50;

/** Keeps a membership going: beats in time, whatever the looks are busy with. */
export class MembershipPulse {
  readonly #membership: Membership;
  readonly #terms: PulseTerms;
  readonly #stopped = new AbortController();
  #beats: Promise<void> | undefined;
  #looks: Promise<void> | undefined;
  /** Ends the pause before the next look. */
  #wake: () => void = () => undefined;
  #isLookWanted = false;

  constructor(membership: Membership, terms: PulseTerms) {
    this.#membership = membership;
    this.#terms = terms;
    membership.onStep = () => this.lookSoon();
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
    }, this.#pause);
  }

  /** From the moment it can serve. */
  startLooks(): void {
    const look = async (): Promise<void> => {
      this.#isLookWanted = false;
      while (await this.#membership.look()) if (this.#isOver) return; // what was done leads to more
    };
    this.#looks = this.#repeat(look, () => this.#pauseUnlessWanted());
  }

  /** Something has changed: nobody waits for the next look in turn. */
  lookSoon(): void {
    this.#isLookWanted = true;
    this.#wake();
  }

  get #isOver(): boolean {
    return this.#stopped.signal.aborted || this.#membership.isLost;
  }

  async #repeat(work: () => Promise<void>, pause: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await work().catch((error: unknown) => this.#terms.onTrouble(error));
      await pause();
    }
  }

  readonly #pause = (): Promise<void> => this.#sleep(this.#terms.leaseMs / beatsPerLease);

  async #pauseUnlessWanted(): Promise<void> {
    await this.#sleep(leastPauseMs);
    if (this.#isLookWanted) return;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([woken, this.#pause()]);
  }

  async #sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => undefined);
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
