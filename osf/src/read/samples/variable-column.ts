import type { StringBlocks } from "../../format/string-blocks.ts";
import { type BytesBatch, type ReadableChannel, stampedVariable, type TextBatch } from "./batch.ts";
import { isAsciiRun } from "./copy-runs.ts";
import { VariableValues } from "./variable-values.ts";

const smallestCapacity = 16;
const smallestBytes = 256;
/** Up to here a loop beats the call that copies memory. */
const shortRun = 128;
/** What lies between two values to copy them together: the head of a block, its time, a count and a terminator. */
const maxGapBytes = 32;

/**
 * Samples of one string or binary channel on their way into a batch. Values of blocks that follow each other are
 * copied together with what lies between them (blanked), in one piece: a run. A run stays where it is until `settle`.
 */
export class VariableColumn {
  readonly channel: ReadableChannel;
  count = 0;
  #times = new BigInt64Array(0);
  #timeHalves = new Int32Array(0);
  #starts = new Uint32Array(0);
  #ends = new Uint32Array(0);
  #bytes = new Uint8Array(0);
  #used = 0;
  #source: Uint8Array | undefined;
  #runFrom = 0;
  #runEnd = 0;
  #runFirst = 0;
  #wantedCount = smallestCapacity;
  #wantedBytes = smallestBytes;

  constructor(channel: ReadableChannel) {
    this.channel = channel;
  }

  get heldBytes(): number {
    return this.#bytes.length + this.#times.length * 16;
  }

  /** Bytes gathered so far. */
  get bytesUsed(): number {
    return this.#used + this.#runEnd - this.#runFrom;
  }

  /** Appends `source[from, end)` with the time at `timeAt` of `view`; true when that begins a run. */
  append(source: Uint8Array, view: DataView, timeAt: number, from: number, end: number): boolean {
    const { count } = this;
    if (count === this.#times.length) this.#growCount();
    const isNewRun = source !== this.#source || from < this.#runEnd || from - this.#runEnd > maxGapBytes;
    if (isNewRun) this.#beginRun(source, from);
    this.#timeHalves[2 * count] = view.getInt32(timeAt, true);
    this.#timeHalves[2 * count + 1] = view.getInt32(timeAt + 4, true);
    const start = this.#used + from - this.#runFrom;
    this.#starts[count] = start;
    this.#ends[count] = start + end - from;
    this.#runEnd = end;
    this.count = count + 1;
    return isNewRun;
  }

  #beginRun(source: Uint8Array, from: number): void {
    this.settle();
    this.#source = source;
    this.#runFrom = from;
    this.#runEnd = from;
    this.#runFirst = this.count;
  }

  /** Copies the values that still lie where they were read from. */
  settle(): void {
    const source = this.#source;
    if (!source) return;
    const [from, end, used] = [this.#runFrom, this.#runEnd, this.#used];
    const length = end - from;
    this.#reserve(length);
    const bytes = this.#bytes;
    if (length > shortRun) bytes.set(source.subarray(from, end), used);
    else for (let p = from, q = used; p < end; p++, q++) bytes[q] = source[p] as number;
    this.#blankGaps();
    this.#used = used + length;
    this.#source = undefined;
    this.#runFrom = 0;
    this.#runEnd = 0;
  }

  /** Between values lie heads of blocks: zeros instead, so that a run of texts is a text. */
  #blankGaps(): void {
    const [bytes, starts, ends] = [this.#bytes, this.#starts, this.#ends];
    for (let i = this.#runFirst + 1; i < this.count; i++) {
      const end = starts[i] as number;
      for (let at = ends[i - 1] as number; at < end; at++) bytes[at] = 0;
    }
  }

  /** Bytes gathered since `from`, settled ones. */
  bytesFrom(from: number): Uint8Array {
    return this.#bytes.subarray(from, this.#used);
  }

  isAsciiFrom(from: number): boolean {
    return isAsciiRun(this.#bytes, from, this.#used);
  }

  valueAt(i: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[i] ?? 0, this.#ends[i] ?? 0);
  }

  /** Puts another value in the place of value `i`, settled like all others. */
  replace(i: number, value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#used);
    this.#starts[i] = this.#used;
    this.#used += value.length;
    this.#ends[i] = this.#used;
  }

  #growCount(): void {
    const capacity = Math.max(this.#wantedCount, this.count * 2);
    this.#times = grown(this.#times, new BigInt64Array(capacity));
    this.#timeHalves = new Int32Array(this.#times.buffer);
    this.#starts = grown(this.#starts, new Uint32Array(capacity));
    this.#ends = grown(this.#ends, new Uint32Array(capacity));
  }

  #reserve(more: number): void {
    const needed = this.#used + more;
    if (needed <= this.#bytes.length) return;
    const capacity = Math.max(this.#wantedBytes, needed, this.#bytes.length * 2);
    this.#bytes = grown(this.#bytes, new Uint8Array((capacity + 3) & ~3));
  }

  /** Hands the samples out and starts empty; the next round starts as large as this one became. */
  take(blocks: StringBlocks): TextBatch | BytesBatch {
    const { count } = this;
    this.#wantedCount = Math.max(smallestCapacity, count);
    this.#wantedBytes = Math.max(smallestBytes, this.#used + (this.#used >> 3));
    const [starts, ends] = [this.#starts.subarray(0, count), this.#ends.subarray(0, count)];
    const values = new VariableValues(this.#bytes.subarray(0, this.#used), starts, ends);
    const batch = stampedVariable(this.channel, this.#times.subarray(0, count), values, blocks);
    this.count = 0;
    this.#used = 0;
    this.#times = new BigInt64Array(0);
    this.#bytes = new Uint8Array(0);
    return batch;
  }
}

function grown<A extends Uint8Array | Uint32Array | BigInt64Array>(from: A, into: A): A {
  (into as Uint8Array).set(from.subarray(0, into.length) as Uint8Array);
  return into;
}
