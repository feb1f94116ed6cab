/** One thing at a time for each name, in the order they were asked for. */
export class OneAtATime<Name> {
  readonly #last = new Map<Name, Promise<unknown>>();

  take<T>(name: Name, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const mine = before !== undefined ? before.then(work, work) : work();
    const settled = mine.catch(() => undefined);
    this.#last.set(name, settled);
    void settled.then(() => {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    });
    return mine;
  }
}
