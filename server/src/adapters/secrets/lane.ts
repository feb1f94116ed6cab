import { AppError } from "../../kernel/errors.ts";

const retryWhenFullMs = 5_000;

/** Runs a few things at once and lets a bounded number wait. */
export class Lane {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, waitingAtMost: number) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= this.#waitingAtMost) throw hashingBusy();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes from hand to hand: were it free for a moment, a newcomer could take it as well. */
  #passOn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}

const hashingBusy = () =>
  new AppError("HASHING_BUSY", "busy", "Too many logins at once; try again shortly", { retryAfterMs: retryWhenFullMs });
