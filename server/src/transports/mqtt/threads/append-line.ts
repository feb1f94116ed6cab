import type { MessagePort } from "node:worker_threads";
import type { PointSource, Receipt } from "../../../core/telemetry/index.ts";
import { faultOf, type ThreadFault } from "../../../threads/thread-fault.ts";
import { AppendBatch, readBatch } from "./append-batch.ts";
import { errorOfThread } from "./thread-error.ts";

interface SentBatch {
  readonly id: number;
  readonly buffer: ArrayBuffer;
  readonly length: number;
}

interface Answer {
  readonly id: number;
  /** Points stored of each message, in order. */
  readonly points: Uint32Array<ArrayBuffer>;
  /** Messages that were not stored, by their place. */
  readonly faults: readonly (readonly [place: number, fault: ThreadFault])[];
  /** Where the receipts of messages that had one are, by their place. */
  readonly positions: readonly (readonly [place: number, position: number])[];
}

interface Waiting extends PromiseWithResolvers<number> {
  readonly receipt: Receipt | undefined;
}

type Store = (device: PointSource, payload: Buffer, receipt: Receipt | undefined) => Promise<number>;

/**
 * Telemetry on its way to the thread that stores it. The messages of a turn travel together and are answered together,
 * when the last of them is durable: they meet in the same group commit anyway. What may be on the way is bounded by
 * whoever sends.
 */
export class AppendSender {
  readonly #port: MessagePort;
  readonly #sent = new Map<number, readonly Waiting[]>();
  #batch = new AppendBatch();
  #waiting: Waiting[] = [];
  #nextId = 1;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on("message", (answers: readonly Answer[]) => this.#receive(answers));
  }

  /** Resolves to the number of points when all are durable; the payload is copied before this returns. */
  send(device: PointSource, payload: Uint8Array, receipt?: Receipt): Promise<number> {
    this.#batch.add(device, payload, receipt);
    const waiting: Waiting = { ...Promise.withResolvers<number>(), receipt };
    if (this.#waiting.push(waiting) === 1) setImmediate(() => this.#post());
    return waiting.promise;
  }

  #post(): void {
    const { buffer, length } = this.#batch;
    const message: SentBatch = { id: this.#nextId++, buffer, length };
    this.#sent.set(message.id, this.#waiting);
    this.#batch = new AppendBatch();
    this.#waiting = [];
    this.#port.postMessage(message, [buffer]);
  }

  /** Every receipt knows its place before any message is answered: those of one commit share it [MQ7]. */
  #receive(answers: readonly Answer[]): void {
    for (const { id, positions } of answers) {
      for (const [place, position] of positions) {
        const receipt = this.#sent.get(id)?.[place]?.receipt;
        if (receipt) receipt.position = position;
      }
    }
    for (const answer of answers) this.#settle(answer);
  }

  #settle({ id, points, faults }: Answer): void {
    const waiting = this.#sent.get(id) ?? [];
    this.#sent.delete(id);
    for (const [place, fault] of faults) waiting[place]?.reject(errorOfThread(fault));
    for (const [place, stored] of points.entries()) waiting[place]?.resolve(stored); // settled ones stay as they are
  }
}

/** The other end: stores what arrives. */
export class AppendReceiver {
  readonly #port: MessagePort;
  readonly #store: Store;
  #answers: Answer[] = [];

  constructor(port: MessagePort, store: Store) {
    this.#port = port;
    this.#store = store;
    port.on("message", (batch: SentBatch) => this.#receive(batch));
  }

  close(): void {
    this.#port.close();
  }

  /** What one commit stored is answered together. */
  #answer(answer: Answer): void {
    if (this.#answers.push(answer) > 1) return;
    setImmediate(() => {
      const answers = this.#answers;
      this.#answers = [];
      this.#port.postMessage(answers);
    });
  }

  #receive({ id, buffer, length }: SentBatch): void {
    const points: number[] = [];
    const faults: (readonly [number, ThreadFault])[] = [];
    const positions: (readonly [number, number])[] = [];
    let open = 1;
    const settled = () => {
      if (--open > 0) return;
      this.#answer({ id, points: Uint32Array.from(points), faults, positions });
    };
    readBatch(buffer, length, (device, payload, receipt) => {
      const place = points.push(0) - 1;
      open++;
      this.#store(device, payload, receipt).then(
        (stored) => {
          points[place] = stored;
          if (receipt) positions.push([place, receipt.position]);
          settled();
        },
        (error: unknown) => {
          faults.push([place, faultOf(error)]);
          settled();
        },
      );
    });
    settled();
  }
}
