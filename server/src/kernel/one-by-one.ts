/** Lets those with the same key go one behind another, in the order in which they came. */
export class OneByOne {
  /** A key is there while somebody goes; behind it, who waits. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** How many wait behind the one that goes. */
  waitingFor(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  async enter(key: string): Promise<Disposable> {
    const waiting = this.#waiting.get(key);
    if (waiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else this.#waiting.set(key, []);
    return { [Symbol.dispose]: () => this.#passOn(key) };
  }

  #passOn(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next) next();
    else this.#waiting.delete(key);
  }
}
