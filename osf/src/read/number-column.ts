import { elementTypeOf, type NumberArray, type NumericType, numberLayouts } from "../format/data-type.ts";
import {
  equidistantNumbers,
  type NumberBatch,
  type ReadableChannel,
  type SegmentPart,
  stampedNumbers,
} from "./batch.ts";
import { addDeltas, copyTimes, copyValues, type RawArray, rawArrayOf } from "./copy-runs.ts";

const smallestCapacity = 32;

/** Samples of one fixed-size channel on their way into a batch. */
export class NumberColumn {
  readonly channel: ReadableChannel;
  /** Bytes of one sample without its time. */
  readonly sampleBytes: number;
  count = 0;
  /** Set while the column holds equidistant samples, which need no times. */
  part: SegmentPart | undefined;
  readonly #element: NumericType;
  readonly #size: number;
  #times: BigInt64Array = new BigInt64Array(0);
  #halves: Int32Array = new Int32Array(0);
  #values: NumberArray;
  #bytes: Uint8Array = new Uint8Array(0);
  #raw: RawArray = new Uint8Array(0);
  #capacity = 0;
  #wanted = smallestCapacity;

  constructor(channel: ReadableChannel) {
    const element = elementTypeOf(channel.datatype);
    if (element === undefined) throw new TypeError(`${channel.datatype} has no fixed size`);
    this.channel = channel;
    this.#element = element;
    this.#size = numberLayouts[element].size;
    this.sampleBytes = this.#size * channel.width;
    this.#values = numberLayouts[element].create(0);
  }

  /** Memory held at present. */
  get heldBytes(): number {
    return this.#bytes.length + this.#times.byteLength;
  }

  /** Appends `count` pairs of time and value, as type 8 blocks have them. */
  appendStamped(view: DataView, from: number, count: number): void {
    this.#reserve(count);
    const stride = 8 + this.sampleBytes;
    copyTimes(view, from, count, stride, this.#times, this.count);
    this.#appendValuesApart(view, from + 8, count, stride);
  }

  /** Appends `count` pairs of difference and value, as type 7 blocks have them, and moves the anchor. */
  appendRelative(view: DataView, from: number, count: number, anchor: BigInt64Array): void {
    this.#reserve(count);
    const stride = 4 + this.sampleBytes;
    addDeltas(view, from, count, stride, this.#halves, this.count, anchor);
    this.#appendValuesApart(view, from + 4, count, stride);
  }

  #appendValuesApart(view: DataView, from: number, count: number, stride: number): void {
    const { width } = this.channel;
    for (let lane = 0; width > 1 && lane < count; lane++) {
      copyValues(view, from + lane * stride, width, this.#size, this.#raw, (this.count + lane) * width);
    }
    if (width === 1) copyValues(view, from, count, stride, this.#raw, this.count);
    if (this.#element === "bool") normaliseBools(this.#bytes, this.count, this.count + count);
    this.count += count;
  }

  /** Appends `count` values that lie side by side; the bytes of the file are the array's own bytes. */
  appendValues(source: Uint8Array, from: number, count: number): void {
    this.#reserve(count);
    const at = this.count * this.sampleBytes;
    const length = count * this.sampleBytes;
    this.#bytes.set(source.subarray(from, from + length), at);
    if (this.#element === "bool") normaliseBools(this.#bytes, at, at + length);
    this.count += count;
  }

  /** Drops the samples from position `start` on whose time is outside `[from, to)`. */
  keepWithin(start: number, from: bigint, to: bigint): void {
    let kept = start;
    for (let i = start; i < this.count; i++) {
      const time = this.#times[i] as bigint;
      if (time < from || time >= to) continue;
      if (kept !== i) this.#move(i, kept);
      kept++;
    }
    this.count = kept;
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from] as bigint;
    this.#bytes.copyWithin(to * this.sampleBytes, from * this.sampleBytes, (from + 1) * this.sampleBytes);
  }

  #reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.#capacity) return;
    const capacity = Math.max(needed, this.#capacity * 2, this.#wanted);
    const values = numberLayouts[this.#element].create(capacity * this.channel.width);
    const bytes = new Uint8Array(values.buffer);
    bytes.set(this.#bytes.subarray(0, this.count * this.sampleBytes));
    if (!this.part) this.#growTimes(capacity);
    this.#raw = rawArrayOf(values.buffer, this.#size);
    [this.#values, this.#bytes, this.#capacity] = [values, bytes, capacity];
  }

  #growTimes(capacity: number): void {
    const times = new BigInt64Array(capacity);
    times.set(this.#times.subarray(0, this.count));
    this.#times = times;
    this.#halves = new Int32Array(times.buffer);
  }

  /** Hands the samples out and starts empty; the next round starts as large as this one became. */
  take(): NumberBatch {
    const { count, channel, part } = this;
    const values = this.#values.subarray(0, count * channel.width);
    const batch = part
      ? equidistantNumbers(channel, part, values)
      : stampedNumbers(channel, this.#times.subarray(0, count), values);
    this.#wanted = Math.max(smallestCapacity, count);
    this.count = 0;
    this.part = undefined;
    this.#capacity = 0;
    this.#times = new BigInt64Array(0);
    this.#bytes = new Uint8Array(0);
    return batch;
  }
}

/** 0 is false, anything else true (§5). */
function normaliseBools(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) bytes[at] = 1;
}
