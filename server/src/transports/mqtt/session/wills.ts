import type { Device } from "../../../core/devices/index.ts";

/** What a device wants to be said when it goes without a word. */
export interface DueWill {
  readonly device: Device;
  readonly topic: string;
  readonly payload: Uint8Array;
}

export interface WillTimers {
  /** Published after the delay, unless the key is cancelled or scheduled anew before. */
  schedule(key: string, delayMs: number, will: DueWill): void;
  /** The device is back in the same session [5.0: MQTT-3.1.3-9]. */
  cancel(key: string): void;
}

/** Wills that may wait at once; beyond that they are published without their delay. */
const waitingAtMost = 100_000;

/** Wills with a delay (5.0 §3.1.3.2.2): published later, or never if the device comes back before. */
export class Wills implements WillTimers {
  readonly #publish: (will: DueWill) => void;
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(publish: (will: DueWill) => void) {
    this.#publish = publish;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  schedule(key: string, delayMs: number, will: DueWill): void {
    this.cancel(key);
    if (delayMs <= 0 || this.#waiting.size >= waitingAtMost) {
      this.#publish(will);
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(key);
      this.#publish(will);
    }, delayMs);
    timer.unref();
    this.#waiting.set(key, timer);
  }

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
