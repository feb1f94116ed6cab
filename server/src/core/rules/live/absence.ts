import { type Clock, type EpochMs, epochMs, monotonicMs } from "../../../kernel/time.ts";
import type { PointIntake } from "../../telemetry/index.ts";

/** Twenty looks left out are no busy machine any more. */
const absentFromMs = 5_000;
const alwaysOpen: PointIntake = { isOpen: true };

interface AbsenceParts {
  readonly clock: Clock;
  readonly monotonic?: () => number;
  readonly intake?: PointIntake;
}

/**
 * Until when the node did not hear devices: it stood still (what they sent waits in their sockets), its machine was suspended (only
 * the wall clock went on), or it took no points. Silence that nobody listened to is none [RUL3]. To be looked at several times a
 * second, and before anything is done that may take a device for silent.
 */
export class Absence {
  readonly #clock: Clock;
  readonly #monotonic: () => number;
  readonly #intake: PointIntake;
  #lookedAt: { readonly time: EpochMs; readonly passed: number };
  #until = epochMs(0);

  constructor({ clock, monotonic = monotonicMs, intake = alwaysOpen }: AbsenceParts) {
    this.#clock = clock;
    this.#monotonic = monotonic;
    this.#intake = intake;
    this.#lookedAt = { time: clock(), passed: monotonic() };
  }

  get until(): number {
    return this.#until;
  }

  look(): void {
    const before = this.#lookedAt;
    const [time, passed] = [this.#clock(), this.#monotonic()];
    const gapMs = Math.max(time - before.time, passed - before.passed);
    this.#lookedAt = { time, passed };
    if (gapMs >= absentFromMs || !this.#intake.isOpen) this.#until = time;
    else if (this.#until > time) this.#until = time; // the clock was set back: nobody waits for what is over
  }

  /** The node was away, and is back. */
  ends(): void {
    this.#until = this.#clock();
  }
}
