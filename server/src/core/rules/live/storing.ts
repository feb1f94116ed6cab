/** What was decided goes to the database while the next commits are looked at: one store at a time, in their order. */
export class Storing {
  readonly #onFailure: (error: unknown) => void;
  #work: Promise<void> | undefined;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  get isUnderWay(): boolean {
    return this.#work !== undefined;
  }

  /** Everything that was decided so far is stored, or the node stops: who reads it, or writes a position, waits for this. */
  async done(): Promise<void> {
    await this.#work;
  }

  /** Only when the one before is done. */
  begin(work: () => Promise<void>): void {
    this.#work = work()
      .catch(this.#onFailure)
      .finally(() => {
        this.#work = undefined;
      });
  }
}
