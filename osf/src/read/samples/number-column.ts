import { elementTypeOf, type NumberArray, type NumericType, numberLayouts } from "../../format/data-type.ts";
import {
  equidistantNumbers,
  type NumberBatch,
  type ReadableChannel,
  type SegmentPart,
  stampedNumbers,
} from "./batch.ts";
import { addDeltas, copyField, copyRecordValues, type RunField, UnitViews } from "./copy-runs.ts";

const smallestCapacity = 32;
const timeField: RunField = { offset: 0, length: 8 };
const deltaField: RunField = { offset: 0, length: 4 };

/** Samples of one fixed-size channel on their way into a batch. */
export class NumberColumn {
  readonly channel: ReadableChannel;
  /** Bytes of one sample without its time. */
  readonly sampleBytes: number;
  count = 0;
  /** Set while the column holds equidistant samples, which need no times. */
  part: SegmentPart | undefined;
  readonly #element: NumericType;
  readonly #maxSamples: number;
  readonly #stampedField: RunField;
  readonly #relativeField: RunField;
  #times: BigInt64Array = new BigInt64Array(0);
  #timeUnits = new UnitViews(this.#times.buffer);
  #values: NumberArray;
  #valueUnits: UnitViews;
  #capacity = 0;
  #wanted = smallestCapacity;
  /** Halves of the last time, once it is not the last one in the column: after a batch, or outside the window. */
  readonly #anchor = new Int32Array(2);
  #isAnchorKept = true;

  constructor(channel: ReadableChannel, maxSamples: number) {
    const element = elementTypeOf(channel.datatype);
    if (element === undefined) throw new TypeError(`${channel.datatype} has no fixed size`);
    this.channel = channel;
    this.#maxSamples = maxSamples;
    this.#element = element;
    this.sampleBytes = numberLayouts[element].size * channel.width;
    this.#stampedField = { offset: timeField.length, length: this.sampleBytes };
    this.#relativeField = { offset: deltaField.length, length: this.sampleBytes };
    this.#values = numberLayouts[element].create(0);
    this.#valueUnits = new UnitViews(this.#values.buffer);
  }

  /** Memory held at present. */
  get heldBytes(): number {
    return this.#valueUnits.bytes.length + this.#times.byteLength;
  }

  /** Appends `count` samples of four words each: time, then a value of at most eight bytes. */
  appendRecords(records: Int32Array, from: number, count: number): void {
    this.#reserve(count);
    const times = this.#timeUnits.units32;
    for (let i = 0, p = from, q = 2 * this.count; i < count; i++, p += 4, q += 2) {
      times[q] = records[p] as number;
      times[q + 1] = records[p + 1] as number;
    }
    copyRecordValues(records, from + 2, count, this.sampleBytes, this.#valueUnits, this.count);
    this.#isAnchorKept = false;
    this.#appended(count);
  }

  /** Appends `count` pairs of time and value, as type 8 blocks have them. */
  appendStamped(source: Uint8Array, from: number, count: number): void {
    this.#reserve(count);
    const stride = timeField.length + this.sampleBytes;
    copyField(source, from, count, stride, timeField, this.#timeUnits, this.count);
    copyField(source, from, count, stride, this.#stampedField, this.#valueUnits, this.count);
    this.#isAnchorKept = false;
    this.#appended(count);
  }

  /** Appends `count` pairs of difference and value, as type 7 blocks have them. */
  appendRelative(source: Uint8Array, from: number, count: number): void {
    const anchor = this.#lastTime();
    this.#reserve(count);
    const stride = deltaField.length + this.sampleBytes;
    // The differences wait in the upper half of the place their times will take: read ahead of being overwritten.
    copyField(source, from, count, stride, deltaField, this.#timeUnits, 2 * this.count + count);
    addDeltas(this.#timeUnits.units32, this.count, count, anchor.low, anchor.high);
    copyField(source, from, count, stride, this.#relativeField, this.#valueUnits, this.count);
    this.#isAnchorKept = false;
    this.#appended(count);
  }

  /** Appends `count` values that lie side by side; the bytes of the file are the array's own bytes. */
  appendValues(source: Uint8Array, from: number, count: number): void {
    this.#reserve(count);
    const length = count * this.sampleBytes;
    this.#valueUnits.bytes.set(source.subarray(from, from + length), this.count * this.sampleBytes);
    this.#appended(count);
  }

  #appended(count: number): void {
    if (this.#element === "bool") normaliseBools(this.#valueUnits.bytes, this.count, this.count + count);
    this.count += count;
  }

  /** The last time seen, in the column or before it. */
  #lastTime(): { readonly low: number; readonly high: number } {
    const [halves, at] = this.#isAnchorKept ? [this.#anchor, 0] : [this.#timeUnits.units32, 2 * (this.count - 1)];
    return { low: halves[at] as number, high: halves[at + 1] as number };
  }

  #keepAnchor(): void {
    const { low, high } = this.#lastTime();
    this.#isAnchorKept = true;
    this.#anchor[0] = low;
    this.#anchor[1] = high;
  }

  /** Drops the samples from position `start` on whose time is outside `[from, to)`. */
  keepWithin(start: number, from: bigint, to: bigint): void {
    this.#keepAnchor();
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
    this.#valueUnits.bytes.copyWithin(to * this.sampleBytes, from * this.sampleBytes, (from + 1) * this.sampleBytes);
  }

  #reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.#capacity) return;
    const capacity = Math.max(needed, Math.min(this.#maxSamples, Math.max(this.#capacity * 2, this.#wanted)));
    const values = numberLayouts[this.#element].create(capacity * this.channel.width);
    const units = new UnitViews(values.buffer);
    units.bytes.set(this.#valueUnits.bytes.subarray(0, this.count * this.sampleBytes));
    if (!this.part) this.#growTimes(capacity);
    [this.#values, this.#valueUnits, this.#capacity] = [values, units, capacity];
  }

  #growTimes(capacity: number): void {
    const times = new BigInt64Array(capacity);
    times.set(this.#times.subarray(0, this.count));
    this.#times = times;
    this.#timeUnits = new UnitViews(times.buffer);
  }

  /** Hands the samples out and starts empty; the next round starts as large as this one became. */
  take(): NumberBatch {
    const { count, channel, part } = this;
    this.#keepAnchor();
    const values = this.#values.subarray(0, count * channel.width);
    const batch = part
      ? equidistantNumbers(channel, part, values)
      : stampedNumbers(channel, this.#times.subarray(0, count), values);
    this.#wanted = Math.max(smallestCapacity, count);
    this.count = 0;
    this.part = undefined;
    this.#capacity = 0;
    this.#times = new BigInt64Array(0);
    this.#values = this.#values.subarray(0, 0);
    this.#valueUnits = emptyUnits;
    return batch;
  }
}

const emptyUnits = new UnitViews(new ArrayBuffer(0));

/** 0 is false, anything else true (§5). */
function normaliseBools(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) bytes[at] = 1;
}
