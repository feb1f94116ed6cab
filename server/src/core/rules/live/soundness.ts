import { detailOf, type Failure } from "./rule-fault.ts";

/** What failed is over when it has worked for so long without failing: else an alarm would come and go with every point. */
const overAfterMs = 60_000;

/** Whether one rule can be evaluated for one device. */
export class Soundness {
  #failure: Failure | null;
  #told: Failure | null;
  #failedAt: number;

  /** `failure` was known already. */
  constructor(failure: Failure | null, now: number) {
    this.#failure = failure;
    this.#told = failure;
    this.#failedAt = now;
  }

  get failure(): Failure | null {
    return this.#failure;
  }

  /** What began now; undefined where it failed before. */
  failed(error: unknown, now: number): Failure | undefined {
    this.#failedAt = now;
    if (this.#failure) return undefined;
    this.#failure = { since: now, message: detailOf(error) };
    return this.#failure;
  }

  /** True when what failed is over by that. */
  worked(now: number): boolean {
    if (!this.#failure || now - this.#failedAt < overAfterMs) return false;
    this.#failure = null;
    return true;
  }

  /** Something to tell of; each is told once. */
  takeNews(): { readonly failure: Failure | null } | undefined {
    if (this.#failure === this.#told) return undefined;
    this.#told = this.#failure;
    return { failure: this.#failure };
  }
}
