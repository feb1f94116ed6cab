/**
 * Transactions of this process that end at once take turns at a chain, from its end being looked at until they are over:
 * the second then knows where the first left it. Without that it would find out in the database, and look again.
 */
export class ChainLanes {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when it is our turn; what it resolves with ends the turn. */
  async enter(chain: string): Promise<() => void> {
    const before = this.#last.get(chain);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last.set(chain, promise);
    await before;
    return () => {
      if (this.#last.get(chain) === promise) this.#last.delete(chain);
      resolve();
    };
  }
}
