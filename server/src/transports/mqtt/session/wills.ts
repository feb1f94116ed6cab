/** Wills that may wait at once; beyond that they are published without their delay. */
const waitingAtMost = 100_000;

/** Wills with a delay (5.0 §3.1.3.2.2): published later, or never if the device comes back before. */
export class Wills {
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  schedule(key: string, delayMs: number, publish: () => void): void {
    this.cancel(key);
    if (delayMs <= 0 || this.#waiting.size >= waitingAtMost) {
      publish();
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(key);
      publish();
    }, delayMs);
    timer.unref();
    this.#waiting.set(key, timer);
  }

  /** The device is back in the same session [MQTT-3.1.3-9]. */
  cancel(key: string): void {
    clearTimeout(this.#waiting.get(key));
    this.#waiting.delete(key);
  }

  /** The node stops: what still waits is not published. */
  stop(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }
}
