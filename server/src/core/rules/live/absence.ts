import { monotonicMs } from "../../../kernel/time.ts";

/** Twenty looks left out are no busy machine any more. */
const absentFromMs = 5_000;

/**
 * Whether the node itself stood still, stopped or held up: what devices sent meanwhile still waits in their sockets, and silence
 * that nobody listened to is none [RUL3].
 */
export class Absence {
  readonly #monotonic: () => number;
  #lookedAt: number;

  constructor(monotonic: () => number = monotonicMs) {
    this.#monotonic = monotonic;
    this.#lookedAt = monotonic();
  }

  /** Since it was asked last. */
  get isOver(): boolean {
    const before = this.#lookedAt;
    this.#lookedAt = this.#monotonic();
    return this.#lookedAt - before >= absentFromMs;
  }
}
