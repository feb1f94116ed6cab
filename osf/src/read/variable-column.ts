import { type BytesBatch, type ReadableChannel, stampedVariable, type TextBatch } from "./batch.ts";
import { copyOne, UnitViews } from "./copy-runs.ts";
import { VariableValues } from "./variable-values.ts";

const smallestCapacity = 16;
const smallestBytes = 256;
const timeBytes = 8;
/** Up to here a loop beats the call that copies memory. */
const shortValue = 128;

/** Samples of one string or binary channel on their way into a batch. */
export class VariableColumn {
  readonly channel: ReadableChannel;
  count = 0;
  times: BigInt64Array = new BigInt64Array(0);
  #timeUnits = new UnitViews(new ArrayBuffer(0));
  #offsets = new Uint32Array(1);
  #bytes: Uint8Array = new Uint8Array(0);
  #used = 0;
  #wantedCount = smallestCapacity;
  #wantedBytes = smallestBytes;

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

  /** Appends `source[from, end)` with the time at `timeAt`; true when all of it is ASCII. */
  append(source: Uint8Array, timeAt: number, from: number, end: number): boolean {
    const length = end - from;
    this.#reserve(length);
    copyOne(source, timeAt, timeBytes, this.#timeUnits, this.count);
    const seen = length < shortValue ? this.#copyShort(source, from, end) : this.#copyLong(source, from, end);
    this.#used += length;
    this.count++;
    this.#offsets[this.count] = this.#used;
    return seen < 0x80;
  }

  /** Copies byte by byte and returns all bits that occurred: cheaper than two passes over few bytes. */
  #copyShort(source: Uint8Array, from: number, end: number): number {
    const bytes = this.#bytes;
    let seen = 0;
    for (let p = from, q = this.#used; p < end; p++, q++) {
      const byte = source[p] as number;
      bytes[q] = byte;
      seen |= byte;
    }
    return seen;
  }

  #copyLong(source: Uint8Array, from: number, end: number): number {
    this.#bytes.set(source.subarray(from, end), this.#used);
    return 0xff;
  }

  /** The value appended last. */
  get lastValue(): Uint8Array {
    return this.#bytes.subarray(this.#offsets[this.count - 1] ?? 0, this.#used);
  }

  /** Puts another value in the place of the one appended last. */
  replaceLast(value: Uint8Array): void {
    this.#used = this.#offsets[this.count - 1] ?? 0;
    this.#reserve(value.length);
    this.#bytes.set(value, this.#used);
    this.#used += value.length;
    this.#offsets[this.count] = this.#used;
  }

  #reserve(valueBytes: number): void {
    if (this.count === this.times.length) {
      const capacity = Math.max(this.#wantedCount, this.count * 2);
      this.times = grown(this.times, new BigInt64Array(capacity));
      this.#timeUnits = new UnitViews(this.times.buffer);
      this.#offsets = grown(this.#offsets, new Uint32Array(capacity + 1));
    }
    const needed = this.#used + valueBytes;
    if (needed > this.#bytes.length)
      this.#bytes = grown(this.#bytes, new Uint8Array(Math.max(this.#wantedBytes, needed, this.#bytes.length * 2)));
  }

  /** Hands the samples out and starts empty; the next round starts as large as this one became. */
  take(): TextBatch | BytesBatch {
    this.#wantedCount = Math.max(smallestCapacity, this.count);
    this.#wantedBytes = Math.max(smallestBytes, this.#used);
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
