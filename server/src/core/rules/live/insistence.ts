import { setTimeout as sleep } from "node:timers/promises";

const retryMs = 500;

/** Work without which everything that follows would be wrong: done again and again until it is done, or the node stops. */
export class Insistence {
  readonly #onFailure: (error: unknown) => void;
  readonly #stopping = new AbortController();

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Undefined when the node stops. */
  async on<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!this.isStopped) {
      try {
        return await work();
      } catch (error) {
        this.#onFailure(error);
        await sleep(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }
}
