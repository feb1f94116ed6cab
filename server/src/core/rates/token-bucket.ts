const msPerSecond = 1_000;

/** Allows `perSecond` on average and as many at once; may go into debt, which has to be waited off. */
export class TokenBucket {
  readonly #perSecond: number;
  #tokens: number;
  #filled: number;

  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
    this.#filled = now;
  }

  /** Takes `amount`; returns the milliseconds until more may come. */
  take(amount: number, now: number): number {
    const earned = ((now - this.#filled) / msPerSecond) * this.#perSecond;
    this.#tokens = Math.min(this.#tokens + earned, this.#perSecond) - amount;
    this.#filled = now;
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / this.#perSecond) * msPerSecond);
  }
}
