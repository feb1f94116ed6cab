import { type BytesBatch, type ReadableChannel, stampedVariable, type TextBatch } from "./batch.ts";
import { VariableValues } from "./variable-values.ts";

const smallestCapacity = 16;
const smallestBytes = 256;

/** Samples of one string or binary channel on their way into a batch. */
export class VariableColumn {
  readonly channel: ReadableChannel;
  count = 0;
  times: BigInt64Array = new BigInt64Array(0);
  #offsets = new Uint32Array(1);
  #bytes: Uint8Array = new Uint8Array(0);
  #used = 0;

  constructor(channel: ReadableChannel) {
    this.channel = channel;
  }

  get heldBytes(): number {
    return this.#bytes.length + this.times.length * 12;
  }

  /** Bytes of the values gathered so far. */
  get valueBytes(): number {
    return this.#used;
  }

  append(timeNs: bigint, source: Uint8Array): void {
    this.#reserve(source.length);
    this.times[this.count] = timeNs;
    this.#bytes.set(source, this.#used);
    this.#used += source.length;
    this.count++;
    this.#offsets[this.count] = this.#used;
  }

  #reserve(valueBytes: number): void {
    if (this.count === this.times.length) {
      const capacity = Math.max(smallestCapacity, this.count * 2);
      this.times = grown(this.times, new BigInt64Array(capacity));
      this.#offsets = grown(this.#offsets, new Uint32Array(capacity + 1));
    }
    const needed = this.#used + valueBytes;
    if (needed > this.#bytes.length)
      this.#bytes = grown(this.#bytes, new Uint8Array(Math.max(smallestBytes, needed, this.#bytes.length * 2)));
  }

  take(): TextBatch | BytesBatch {
    const values = new VariableValues(this.#bytes.subarray(0, this.#used), this.#offsets.subarray(0, this.count + 1));
    const batch = stampedVariable(this.channel, this.times.subarray(0, this.count), values);
    this.count = 0;
    this.#used = 0;
    this.times = new BigInt64Array(0);
    this.#offsets = new Uint32Array(1);
    this.#bytes = new Uint8Array(0);
    return batch;
  }
}

function grown<A extends Uint8Array | Uint32Array | BigInt64Array>(from: A, into: A): A {
  (into as Uint8Array).set(from as Uint8Array);
  return into;
}
