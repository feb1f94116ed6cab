/** Somebody whose reading can wait. */
export interface Reader {
  resumeReading(): void;
}

/**
 * How many bytes of messages may be between the sockets and the store, over all connections. Above that, whoever
 * sends is not read any more until some are stored: memory stays bounded however slow the disk is [MQ8, REL2].
 */
export class InFlightBudget {
  readonly #limit: number;
  readonly #waiting = new Set<Reader>();
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  /** False when the reader has to wait; it is told when to go on. */
  take(bytes: number, reader: Reader): boolean {
    this.#used += bytes;
    if (this.#used < this.#limit) return true;
    this.#waiting.add(reader);
    return false;
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
    if (this.#waiting.size === 0 || this.#used > this.#limit / 2) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const reader of waiting) reader.resumeReading();
  }

  forget(reader: Reader): void {
    this.#waiting.delete(reader);
  }
}
