/** Upper ends of the classes of acknowledgement delays, in seconds. */
export const ackDelayBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;
const msPerSecond = 1_000;

/** What a transport has counted; adds up over threads. */
export interface CountsSnapshot {
  readonly messagesIn: number;
  readonly messagesOut: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly connections: number;
  readonly inFlightBytes: number;
  readonly rejected: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  /** Delays in each class, the last one beyond all ends. */
  readonly ackDelays: readonly number[];
  readonly ackDelaySum: number;
}

/** Plain numbers on the way of the messages; they become metrics when somebody asks for them. */
export class MqttCounts {
  messagesIn = 0;
  messagesOut = 0;
  bytesIn = 0;
  bytesOut = 0;
  connections = 0;
  readonly #rejected = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  readonly #ackDelays = new Array<number>(ackDelayBuckets.length + 1).fill(0);
  #ackDelaySum = 0;
  readonly #inFlightBytes: () => number;

  constructor(inFlightBytes: () => number) {
    this.#inFlightBytes = inFlightBytes;
  }

  rejected(reason: string): void {
    this.#rejected.set(reason, (this.#rejected.get(reason) ?? 0) + 1);
  }

  refused(reason: string): void {
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
  }

  acknowledged(delayMs: number): void {
    const seconds = delayMs / msPerSecond;
    let at = 0;
    while (at < ackDelayBuckets.length && seconds > (ackDelayBuckets[at] ?? 0)) at++;
    this.#ackDelays[at] = (this.#ackDelays[at] ?? 0) + 1;
    this.#ackDelaySum += seconds;
  }

  snapshot(): CountsSnapshot {
    const { messagesIn, messagesOut, bytesIn, bytesOut, connections } = this;
    return {
      messagesIn,
      messagesOut,
      bytesIn,
      bytesOut,
      connections,
      inFlightBytes: this.#inFlightBytes(),
      rejected: this.#rejected,
      refused: this.#refused,
      ackDelays: this.#ackDelays,
      ackDelaySum: this.#ackDelaySum,
    };
  }
}
