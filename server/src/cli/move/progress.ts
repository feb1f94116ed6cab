const everyMs = 2_000;
const counted = new Intl.NumberFormat("en");

/** Tells how far something is: when it begins, every few seconds, and when it is done. */
export class Progress {
  readonly #what: string;
  readonly #total: number;
  readonly #tell: (line: string) => void;
  #done = 0;
  #told = Number.NEGATIVE_INFINITY;

  constructor(what: string, total: number, tell: (line: string) => void = (line) => console.log(line)) {
    this.#what = what;
    this.#total = total;
    this.#tell = tell;
  }

  add(count: number): void {
    this.#done += count;
    if (performance.now() - this.#told < everyMs) return;
    this.#told = performance.now();
    this.#say();
  }

  end(): void {
    this.#say();
  }

  #say(): void {
    const share = this.#total === 0 ? 100 : Math.min(100, Math.floor((this.#done / this.#total) * 100));
    this.#tell(`${this.#what}: ${counted.format(this.#done)} of ${counted.format(this.#total)} (${share} %)`);
  }
}
