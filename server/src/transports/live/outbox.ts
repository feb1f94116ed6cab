import { setTimeout as sleep } from "node:timers/promises";

/** What has something to tell now and then. */
export interface Teller {
  readonly isStopped: boolean;
  /** The next frame for the reader, if there is anything to tell. Taken one at a time. */
  takeFrame(): Promise<string | undefined>;
}

export interface Sender {
  readonly isOpen: boolean;
  /** Resolves when the frame has left for the network: a slow reader makes it wait. */
  send(frame: string): Promise<void>;
}

/**
 * What a connection has to tell, in rounds: each subscription with news makes one frame, and the next frame is made
 * when the last one has left. While a reader is slow, news gathers in the subscriptions, where newer replaces older.
 */
export class Outbox {
  readonly #sender: Sender;
  readonly #roundEveryMs: number;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Set<Teller>();
  #running: Promise<void> | undefined;

  constructor(sender: Sender, roundEveryMs: number, onError: (error: unknown) => void) {
    this.#sender = sender;
    this.#roundEveryMs = roundEveryMs;
    this.#onError = onError;
  }

  add(subscription: Teller): void {
    this.#waiting.add(subscription);
    this.#running ??= this.#run()
      .catch(this.#onError)
      .finally(() => {
        this.#running = undefined;
      });
  }

  remove(subscription: Teller): void {
    this.#waiting.delete(subscription);
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0 && this.#sender.isOpen) {
      await this.#round();
      await sleep(this.#roundEveryMs);
    }
  }

  async #round(): Promise<void> {
    for (const subscription of [...this.#waiting]) {
      if (!this.#waiting.delete(subscription)) continue; // it was removed meanwhile
      const frame = await subscription.takeFrame();
      if (frame !== undefined && !subscription.isStopped) await this.#sender.send(frame);
    }
  }
}
