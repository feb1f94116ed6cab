import { AppError } from "../../../kernel/errors.ts";
import { monotonicMs } from "../../../kernel/time.ts";

/** Points that wait so long while nothing else gets on are not taken, as far as anybody can tell. */
const stalledFromMs = 5_000;
/** A commit that was refused counts so long where none follows: whoever sent it may be gone, and nobody tries again. */
const refusalHoldsMs = 10_000;

/** Whether what is appended gets anywhere: neither refused by what stores it nor waiting for it without an end. */
export class CommitPulse {
  readonly #monotonic: () => number;
  /** Since when something waits and nothing was done; Infinity while nothing waits. */
  #waitingSince = Number.POSITIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;

  constructor(monotonic: () => number = monotonicMs) {
    this.#monotonic = monotonic;
  }

  get isBeating(): boolean {
    const now = this.#monotonic();
    return now - this.#waitingSince < stalledFromMs && now - this.#refusedAt >= refusalHoldsMs;
  }

  /** Something has to be done. */
  waits(): void {
    if (this.#waitingSince === Number.POSITIVE_INFINITY) this.#waitingSince = this.#monotonic();
  }

  /** Something was done, whatever came of it; there may be more. */
  gotOn(): void {
    this.#waitingSince = this.#monotonic();
  }

  /** Nothing is left to be done. */
  rests(): void {
    this.#waitingSince = Number.POSITIVE_INFINITY;
  }

  stored(): void {
    this.#refusedAt = Number.NEGATIVE_INFINITY;
  }

  /** What is no refusal that passes is a fault of this one commit, and says nothing of others. */
  failed(error: unknown): void {
    if (error instanceof AppError && error.fault === "busy") this.#refusedAt = this.#monotonic();
  }
}
