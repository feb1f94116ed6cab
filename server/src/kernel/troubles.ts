interface TroubleTeller {
  begins(error: unknown, what: string): void;
  over(failures: number): void;
}

/**
 * Trouble that goes on is told twice: when it begins, and when all is well again. A database that is away for a minute makes
 * everything fail that asks it every second: that is one thing to know, and not a thousand.
 */
export class Troubles {
  readonly #tell: TroubleTeller;
  /** What does not work at this moment, and how it said so first. */
  readonly #open = new Map<string, string>();
  #failures = 0;

  constructor(tell: TroubleTeller) {
    this.#tell = tell;
  }

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** `what` failed: told, unless it or something else failed in the same way before and is not well again. */
  met(what: string, error: unknown): void {
    const isKnown = this.#open.has(what) || [...this.#open.values()].includes(String(error));
    if (!this.#open.has(what)) this.#open.set(what, String(error));
    this.#failures++;
    if (!isKnown) this.#tell.begins(error, what);
  }

  /** `what` worked. */
  well(what: string): void {
    if (!this.#open.delete(what) || this.#open.size > 0) return;
    const failures = this.#failures;
    this.#failures = 0;
    this.#tell.over(failures);
  }
}
