const everyMs = 20;

/**
 * How late the event loop is. What arrives while it is busy lies in the kernel and is seen only afterwards, so a request
 * that is handled at once may have waited long before [API11].
 */
export class LoopDelay implements Disposable {
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  #tickedAt: number;
  #lastMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#tickedAt = now();
    this.#timer = setInterval(() => this.tick(), everyMs).unref();
  }

  /** Milliseconds that something which is handled now may have waited already. */
  get currentMs(): number {
    const late = this.#now() - this.#tickedAt - everyMs;
    return late > 0 ? late : this.#lastMs;
  }

  tick(): void {
    const now = this.#now();
    this.#lastMs = Math.max(0, now - this.#tickedAt - everyMs);
    this.#tickedAt = now;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
