import type { Channel } from "../../format/channel.ts";
import type { DataType, NumberArray } from "../../format/data-type.ts";
import { type Segment, segmentTime, segmentTimes } from "../../format/segment.ts";
import type { StringBlocks } from "../../format/string-blocks.ts";
import type { VariableValues } from "./variable-values.ts";

/** A channel whose type is known, as every channel with samples is. */
export type ReadableChannel = Channel & { readonly datatype: DataType };

/** Where an equidistant batch lies in its segment. */
export interface SegmentPart {
  readonly segment: Segment;
  /** Index of the batch's first sample within the segment. */
  readonly firstIndex: number;
}

interface BatchBase {
  readonly channel: ReadableChannel;
  /** Samples in the batch, at least 1. */
  readonly count: number;
  /** Nanoseconds since 1970 of every sample. Equidistant times are computed when first asked for. */
  readonly times: BigInt64Array;
  readonly firstNs: bigint;
  readonly lastNs: bigint;
  /** Set when the samples come from start and continued blocks. */
  readonly equidistant: SegmentPart | undefined;
}

/** Consecutive samples of a channel with fixed-size values; `width` values per sample, one behind the other. */
export interface NumberBatch extends BatchBase {
  readonly kind: "numbers";
  readonly values: NumberArray;
  readonly width: number;
}

interface VariableBatch extends BatchBase {
  readonly values: VariableValues;
  /** The block type of the channel's first sample that the pass handed out. */
  readonly blocks: StringBlocks;
}

/** Consecutive samples of a string channel. */
export interface TextBatch extends VariableBatch {
  readonly kind: "text";
}

/** Consecutive samples of a binary channel. */
export interface BytesBatch extends VariableBatch {
  readonly kind: "bytes";
}

/** Some consecutive samples of one channel, in stream order. The arrays belong to the receiver. */
export type SampleBatch = NumberBatch | TextBatch | BytesBatch;

class StampedTimes {
  readonly times: BigInt64Array;
  readonly equidistant = undefined;

  constructor(times: BigInt64Array) {
    this.times = times;
  }

  get count(): number {
    return this.times.length;
  }

  get firstNs(): bigint {
    return this.times[0] ?? 0n;
  }

  get lastNs(): bigint {
    return this.times[this.times.length - 1] ?? 0n;
  }
}

class StampedNumbers extends StampedTimes implements NumberBatch {
  readonly kind = "numbers";
  readonly channel: ReadableChannel;
  readonly values: NumberArray;

  constructor(channel: ReadableChannel, times: BigInt64Array, values: NumberArray) {
    super(times);
    this.channel = channel;
    this.values = values;
  }

  get width(): number {
    return this.channel.width;
  }
}

class EquidistantNumbers implements NumberBatch {
  readonly kind = "numbers";
  readonly channel: ReadableChannel;
  readonly values: NumberArray;
  readonly width = 1;
  readonly equidistant: SegmentPart;
  #times: BigInt64Array | undefined;

  constructor(channel: ReadableChannel, part: SegmentPart, values: NumberArray) {
    this.channel = channel;
    this.equidistant = part;
    this.values = values;
  }

  get count(): number {
    return this.values.length;
  }

  get times(): BigInt64Array {
    this.#times ??= segmentTimes(this.equidistant.segment, this.equidistant.firstIndex, this.count);
    return this.#times;
  }

  get firstNs(): bigint {
    return segmentTime(this.equidistant.segment, this.equidistant.firstIndex);
  }

  get lastNs(): bigint {
    return segmentTime(this.equidistant.segment, this.equidistant.firstIndex + this.count - 1);
  }
}

class StampedVariable<K extends "text" | "bytes"> extends StampedTimes {
  readonly kind: K;
  readonly channel: ReadableChannel;
  readonly values: VariableValues;
  readonly blocks: StringBlocks;

  constructor(kind: K, channel: ReadableChannel, times: BigInt64Array, values: VariableValues, blocks: StringBlocks) {
    super(times);
    this.kind = kind;
    this.channel = channel;
    this.values = values;
    this.blocks = blocks;
  }
}

/** Samples of a fixed-size type with a time each; `values` has `channel.width` values per time. */
export const stampedNumbers = (channel: ReadableChannel, times: BigInt64Array, values: NumberArray): NumberBatch =>
  new StampedNumbers(channel, times, values);

export const equidistantNumbers = (channel: ReadableChannel, part: SegmentPart, values: NumberArray): NumberBatch =>
  new EquidistantNumbers(channel, part, values);

export const stampedVariable = (
  channel: ReadableChannel,
  times: BigInt64Array,
  values: VariableValues,
  blocks: StringBlocks,
): TextBatch | BytesBatch =>
  channel.datatype === "string"
    ? new StampedVariable("text", channel, times, values, blocks)
    : new StampedVariable("bytes", channel, times, values, blocks);
