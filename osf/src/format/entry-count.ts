/** A text made of more parts than the reader has memory for. */
export class TooManyEntriesError extends Error {
  override readonly name = "TooManyEntriesError";
}

/** Counts the parts of a text while it is read: memory and time follow their number, not the bytes. */
export class EntryCount {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(): void {
    this.#count++;
    if (this.#count > this.#limit)
      throw new TooManyEntriesError(`more than maxMetablockEntries, ${this.#limit} entries`);
  }
}
