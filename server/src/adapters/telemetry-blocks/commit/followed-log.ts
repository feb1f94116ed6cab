import type { LogFollower, LoggedBatch, LoggedCommit } from "../../../core/telemetry/index.ts";
import { isClockStep } from "../../../kernel/clock-steps.ts";
import { type EpochMs, epochMs, systemClock } from "../../../kernel/time.ts";
import { maxRowsBehind } from "./unsaved-receipts.ts";

interface Waiting {
  readonly position: number;
  readonly then: () => void;
}

/** The log as its follower sees it: what it is told, how far it is, and what waits for it. */
export class FollowedLog {
  readonly #onPassed: () => void;
  #follower: LogFollower | undefined;
  #passed = 0;
  #last = 0;
  #arrival = epochMs(0);
  /** Of commits that are under way, in order. */
  readonly #underWay: { readonly arrival: EpochMs; readonly batches: readonly LoggedBatch[] }[] = [];
  #waiting: Waiting[] = [];

  /** `onPassed` is told when the log may go on. */
  constructor(onPassed: () => void) {
    this.#onPassed = onPassed;
  }

  get isFollowed(): boolean {
    return this.#follower !== undefined;
  }

  begin(follower: LogFollower, after: number): void {
    this.#follower = follower;
    this.#passed = Math.max(this.#passed, after);
  }

  end(): void {
    this.#follower = undefined;
    this.#tellWaiting(Number.POSITIVE_INFINITY);
    this.#onPassed();
  }

  /** When what is gathered now arrived: never before what was gathered before, unless the clock was set back. It is under way until told otherwise. */
  sent(batches: readonly LoggedBatch[]): EpochMs {
    const arrival = this.#now();
    this.#underWay.push({ arrival, batches });
    return arrival;
  }

  underWay(): readonly LoggedBatch[] {
    return this.#underWay.flatMap(({ batches }) => batches);
  }

  /** A clock that was set back is followed: no timer would ring before it is that late again [RUN12]. */
  #now(): EpochMs {
    const now = systemClock();
    if (now > this.#arrival || isClockStep(this.#arrival - now)) this.#arrival = now;
    return this.#arrival;
  }

  /** Everything that arrived before this was told. */
  toldUpTo(): EpochMs {
    return this.#underWay[0]?.arrival ?? this.#now();
  }

  /** The oldest commit under way will not be. */
  failed(): void {
    this.#underWay.shift();
  }

  committed(commit: LoggedCommit): void {
    this.#underWay.shift();
    this.#last = commit.position;
    this.#follower?.committed(commit);
  }

  /** Nothing that was under way here: another log has it, and nobody has seen it there. */
  told(commit: LoggedCommit): void {
    this.#last = commit.position;
    this.#follower?.committed(commit);
  }

  /** Undefined: nobody follows, nothing has to be kept. */
  get upTo(): number | undefined {
    return this.#follower && this.#passed;
  }

  passed(position: number): void {
    if (position <= this.#passed) return;
    this.#passed = position;
    this.#tellWaiting(position);
    this.#onPassed();
  }

  get isTooFarBehind(): boolean {
    return this.isFollowed && this.#last - this.#passed > maxRowsBehind;
  }

  /** Runs when the follower has passed everything committed so far; at once when it has, or nobody follows. */
  whenPassed(then: () => void): void {
    if (!this.isFollowed || this.#passed >= this.#last) then();
    else this.#waiting.push({ position: this.#last, then });
  }

  #tellWaiting(upTo: number): void {
    const ready = this.#waiting.filter(({ position }) => position <= upTo);
    this.#waiting = this.#waiting.filter(({ position }) => position > upTo);
    for (const { then } of ready) then();
  }
}
