import type { PacketSchedule } from "../mqtt-limits.ts";

/** Somebody whose packets wait until it is their turn. */
export interface ScheduledReader {
  takeTurn(): void;
}

/**
 * Shares the event loop between device data and everything else [API11]. As long as devices send less than a turn takes,
 * nobody waits. Beyond, connections stand in line and are not read meanwhile, so that those who send too fast feel it in
 * their own sockets: each is served a few packets and goes to the end of the line, newcomers go first.
 */
export class PacketScheduler {
  readonly #terms: PacketSchedule;
  readonly #now: () => number;
  readonly #waiting = new Set<ScheduledReader>();
  readonly #newcomers = new Set<ScheduledReader>();
  #endsAt = 0;
  #isScheduled = false;
  #isServing = false;

  constructor(terms: PacketSchedule, now: () => number = () => performance.now()) {
    this.#terms = terms;
    this.#now = now;
  }

  /** Whether a connection that worked off so many packets already may go on with the next. */
  hasTimeFor(packetsDone: number): boolean {
    if (!this.#isScheduled) this.#begin();
    if (this.#others > 0 && (!this.#isServing || packetsDone >= this.#terms.packetsInARow)) return false;
    return this.#now() < this.#endsAt;
  }

  /** Its `takeTurn` is called when it may go on. */
  wait(who: ScheduledReader, isNewcomer: boolean): void {
    (isNewcomer ? this.#newcomers : this.#waiting).add(who);
  }

  forget(who: ScheduledReader): void {
    this.#waiting.delete(who);
    this.#newcomers.delete(who);
  }

  get #others(): number {
    return this.#waiting.size + this.#newcomers.size;
  }

  #begin(): void {
    this.#isScheduled = true;
    this.#endsAt = this.#now() + this.#terms.budgetMs;
    setImmediate(() => this.#serve());
  }

  /** Sockets were looked at since the last time: what is in line has its turn now. */
  #serve(): void {
    this.#isScheduled = false;
    if (this.#others === 0) return;
    this.#begin();
    this.#isServing = true;
    try {
      this.#take(this.#newcomers, this.#terms.newcomersPerTurn);
      this.#take(this.#waiting, this.#waiting.size);
    } finally {
      this.#isServing = false;
    }
  }

  /** In order of arrival, each at most once: who comes back during the turn is behind the others. */
  #take(line: Set<ScheduledReader>, atMost: number): void {
    let left = atMost;
    for (const who of line) {
      if (left-- === 0 || this.#now() >= this.#endsAt) return;
      line.delete(who);
      who.takeTurn();
    }
  }
}
