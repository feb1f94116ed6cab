/** QoS 2 messages that came and are not answered yet: on their way into the store, or their receipt on its way there. */
export class Arriving {
  readonly #identifiers = new Set<number>();
  #none: PromiseWithResolvers<void> | undefined;

  has(identifier: number): boolean {
    return this.#identifiers.has(identifier);
  }

  add(identifier: number): void {
    this.#identifiers.add(identifier);
  }

  delete(identifier: number): void {
    this.#identifiers.delete(identifier);
    if (this.#identifiers.size === 0) this.#none?.resolve();
  }

  /** Resolves when none is left, or after `atMostMs`. */
  async settled(atMostMs: number): Promise<void> {
    if (this.#identifiers.size === 0) return;
    const none = Promise.withResolvers<void>();
    this.#none = none;
    const timer = setTimeout(none.resolve, atMostMs);
    await none.promise;
    clearTimeout(timer);
  }
}
