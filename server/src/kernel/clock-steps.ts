import { type Clock, monotonicMs } from "./time.ts";

/** A smaller step is none: clocks are corrected all the time. */
const noticedFromMs = 1_000;

export const isClockStep = (ms: number): boolean => Math.abs(ms) >= noticedFromMs;

/** Notices when somebody sets the wall clock: by how much it moved beside the one that only goes forward [RUN12]. */
export class ClockSteps {
  readonly #clock: Clock;
  readonly #monotonic: () => number;
  #offset: number;

  constructor(clock: Clock, monotonic = monotonicMs) {
    this.#clock = clock;
    this.#monotonic = monotonic;
    this.#offset = clock() - monotonic();
  }

  /** Milliseconds since the last time this was asked; negative when it was set back, 0 when it was not set. */
  take(): number {
    const offset = this.#clock() - this.#monotonic();
    const step = Math.round(offset - this.#offset);
    if (!isClockStep(step)) return 0;
    this.#offset = offset;
    return step;
  }
}
