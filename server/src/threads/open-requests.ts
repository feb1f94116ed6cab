interface Asked<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** What another thread was asked and has not answered yet. When that thread is gone, nothing waits for ever. */
export class OpenRequests<Answer = unknown> {
  readonly #asked = new Map<number, Asked<Answer>>();
  #lastId = 0;
  #loss: Error | undefined;

  /** Why nothing can be asked any more. */
  get loss(): Error | undefined {
    return this.#loss;
  }

  get count(): number {
    return this.#asked.size;
  }

  /** Asks under a number of its own; what cannot be sent is not waited for. */
  ask(send: (id: number) => void): Promise<Answer> {
    if (this.#loss) return Promise.reject(this.#loss);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      send(id);
      this.#asked.set(id, { resolve, reject });
    });
  }

  answered(id: number, answer: Answer): void {
    this.#taken(id)?.resolve(answer);
  }

  failed(id: number, error: Error): void {
    this.#taken(id)?.reject(error);
  }

  /** The other thread is gone: everything open fails, and everything that is still asked. False when it was known. */
  lose(error: Error): boolean {
    const isNews = this.#loss === undefined;
    this.#loss ??= error;
    for (const { reject } of this.#asked.values()) reject(this.#loss);
    this.#asked.clear();
    return isNews;
  }

  #taken(id: number): Asked<Answer> | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }
}
