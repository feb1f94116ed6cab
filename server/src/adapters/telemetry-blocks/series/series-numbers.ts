/**
 * The numbers of series, a bit each. Numbers that are free again are given out last, after all others: whoever still
 * reads under an old number is long done by then.
 */
export class SeriesNumbers {
  readonly #most: number;
  readonly #used: Uint8Array;
  /** Numbers are of this many classes: `number % classes`. */
  readonly #classes: number;
  #next = 1;
  readonly #nextOf = new Map<number, number>();
  #count = 0;

  /** Numbers from 1 to `most` − 1. */
  constructor(most: number, classes = 1) {
    this.#most = most;
    this.#classes = classes;
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

  /** One of a class: several nodes give numbers, each those of the classes it has. Undefined when all of it are in use. */
  takeOf(wanted: number): number | undefined {
    const first = wanted === 0 ? this.#classes : wanted;
    const start = this.#nextOf.get(wanted) ?? first;
    const number = this.#freeIn(start, this.#most) ?? this.#freeIn(first, start);
    if (number === undefined) return undefined;
    this.use(number);
    this.#nextOf.set(wanted, number + this.#classes);
    return number;
  }

  #freeIn(from: number, to: number): number | undefined {
    for (let number = from; number < to; number += this.#classes) if (!this.#isUsed(number)) return number;
    return undefined;
  }

  /** Of these classes exactly these numbers are in use. */
  learn(classes: readonly number[], used: Iterable<number>): void {
    for (const of of classes)
      for (let number = of; number < this.#most; number += this.#classes) this.giveBack([number]);
    for (const number of used) this.use(number);
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
