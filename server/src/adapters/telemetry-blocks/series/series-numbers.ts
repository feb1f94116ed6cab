/**
 * The numbers of series, a bit each. Numbers that are free again are given out last, after all others: whoever still
 * reads under an old number is long done by then.
 */
export class SeriesNumbers {
  readonly #most: number;
  readonly #used: Uint8Array;
  #next = 1;
  #count = 0;

  /** Numbers from 1 to `most` − 1. */
  constructor(most: number) {
    this.#most = most;
    this.#used = new Uint8Array(Math.ceil(most / 8));
  }

  #isUsed(number: number): boolean {
    return ((this.#used[number >>> 3] as number) & (1 << (number & 7))) !== 0;
  }

  /** Undefined when all are in use. */
  take(): number | undefined {
    if (this.#count >= this.#most - 1) return undefined;
    let number = this.#next;
    while (number >= this.#most || this.#isUsed(number)) number = number >= this.#most ? 1 : number + 1;
    this.use(number);
    return number;
  }

  /** Takes a number that is known already. */
  use(number: number): void {
    if (!this.#isUsed(number)) this.#count++;
    this.#used[number >>> 3] = (this.#used[number >>> 3] as number) | (1 << (number & 7));
    this.#next = number + 1;
  }

  giveBack(numbers: Iterable<number>): void {
    for (const number of numbers) {
      if (this.#isUsed(number)) this.#count--;
      this.#used[number >>> 3] = (this.#used[number >>> 3] as number) & ~(1 << (number & 7));
    }
  }
}
