import { blockType, controlBytes, deltaBytes, timeBytes, typeBits } from "../../format/control.ts";
import { firstIndexAt, type Segment } from "../../format/segment.ts";
import type { Block } from "../blocks/block.ts";
import type { ReadableChannel } from "./batch.ts";
import type { ChannelDecoder, DecodeContext } from "./decode-context.ts";
import { skipsEvent } from "./event-blocks.ts";
import { NumberColumn } from "./number-column.ts";
import { countFieldBytes, fitsExactly, samplesIn } from "./sample-count.ts";
import { startOf } from "./start-block.ts";

const stagedSizes = new Set([1, 2, 4, 8]);

type Family = "stamped" | "equidistant";

/** Blocks of a channel with fixed-size values (§6.2, §6.3, §6.6 to §6.9). */
export class NumberDecoder implements ChannelDecoder {
  segments = 0;
  readonly #channel: ReadableChannel;
  readonly #context: DecodeContext;
  readonly #column: NumberColumn;
  readonly #isVector: boolean;
  #family: Family | undefined;
  #segment: Segment | undefined;
  /** Index of the next sample in the running segment. */
  #nextIndex = 0;
  #hasAnchor = false;

  constructor(channel: ReadableChannel, context: DecodeContext) {
    this.#channel = channel;
    this.#context = context;
    this.#column = new NumberColumn(channel, context.maxBatchSamples);
    this.#isVector = channel.width > 1 && channel.datatype !== "gpslocation";
  }

  get heldBytes(): number {
    return this.#column.heldBytes;
  }

  decode(block: Block): void {
    this.unstage();
    if (!skipsEvent(this.#context, block, this.#channel.index)) this.#samples(block);
  }

  unstage(): void {
    const { records, at, count } = this.#context.stage.take(this.#channel.index);
    for (let done = 0; done < count; ) {
      const piece = this.#room(count - done);
      this.#column.appendRecords(records, at + 4 * done, piece);
      done += piece;
    }
  }

  #samples(block: Block): void {
    const type = block.control & typeBits;
    if (type === blockType.absoluteStamps) this.#absolute(block);
    else if (this.#channel.width > 1 || type === blockType.messageEvent) {
      const { index, declaredType } = this.#channel;
      this.#context.skip("unsupported-block", block, index, `type ${type} on ${declaredType}`);
    } else if (type === blockType.startData) this.#start(block);
    else if (type === blockType.continuedData) this.#continued(block);
    else this.#relative(block);
  }

  flush(): void {
    this.unstage();
    this.#emit();
  }

  #emit(): void {
    if (this.#column.count > 0) this.#context.emit(this.#column.take());
  }

  #absolute(block: Block): void {
    const stride = timeBytes + this.#column.sampleBytes;
    const from = block.body + countFieldBytes(block);
    if (this.#isVector && !fitsExactly(block, from, stride)) {
      this.#context.skip(
        "unsupported-block",
        block,
        this.#channel.index,
        "the length fits no vector of the declared size",
      );
      return;
    }
    const count = samplesIn(this.#context, this.#channel.index, block, from, stride);
    if (count === 0) return;
    this.#enter("stamped", block);
    for (let done = 0; done < count; ) {
      const piece = this.#room(count - done);
      const start = this.#column.count;
      this.#column.appendStamped(block.bytes, from + done * stride, piece);
      this.#keepWindow(start);
      done += piece;
    }
    this.#hasAnchor = true;
    this.#allowStage();
  }

  /** From here on, nothing has to be decided about blocks with one time and one value. */
  #allowStage(): void {
    const { sampleBytes } = this.#column;
    if (this.#context.window !== undefined || !stagedSizes.has(sampleBytes)) return;
    this.#context.stage.allow(this.#channel.index, controlBytes + timeBytes + sampleBytes);
  }

  #relative(block: Block): void {
    if (!this.#hasAnchor) {
      this.#context.skip("no-anchor", block, this.#channel.index);
      return;
    }
    const stride = deltaBytes + this.#column.sampleBytes;
    const from = block.body + countFieldBytes(block);
    const count = samplesIn(this.#context, this.#channel.index, block, from, stride);
    if (count === 0) return;
    this.#enter("stamped", block);
    for (let done = 0; done < count; ) {
      const piece = this.#room(count - done);
      const start = this.#column.count;
      this.#column.appendRelative(block.bytes, from + done * stride, piece);
      this.#keepWindow(start);
      done += piece;
    }
  }

  #start(block: Block): void {
    const start = startOf(this.#context, this.#channel, block, this.#column.sampleBytes);
    this.#segment = start?.segment; // what continues a block that is skipped has no times, not those of before
    if (!start) return;
    this.#enter("equidistant", block);
    this.flush();
    this.#nextIndex = 0;
    this.segments++;
    this.#values(block, start.countAt);
  }

  #continued(block: Block): void {
    if (!this.#segment) {
      this.#context.skip("no-time-base", block, this.#channel.index);
      return;
    }
    this.#enter("equidistant", block);
    this.#values(block, block.body);
  }

  /** `[N] | N × V` at `countAt`, on the running segment. */
  #values(block: Block, countAt: number): void {
    const segment = this.#segment;
    const size = this.#column.sampleBytes;
    const from = countAt + countFieldBytes(block);
    const count = samplesIn(this.#context, this.#channel.index, block, from, size, countAt);
    if (!segment || count === 0) return;
    const [first, window] = [this.#nextIndex, this.#context.window];
    this.#nextIndex += count;
    const begin = window ? firstIndexAt(segment, first, first + count, window.from) : first;
    const end = window ? firstIndexAt(segment, begin, first + count, window.to) : first + count;
    for (let index = begin; index < end; ) {
      const piece = this.#room(end - index);
      if (this.#column.count === 0) this.#column.part = { segment, firstIndex: index };
      this.#column.appendValues(block.bytes, from + (index - first) * size, piece);
      index += piece;
    }
  }

  #enter(family: Family, block: Block): void {
    if (this.#family === family) return;
    if (this.#family) this.#context.note("mixed-times", block, this.#channel.index);
    this.flush();
    this.#family = family;
    this.#context.stage.forbid(this.#channel.index);
  }

  /** Room in the batch for at most `wanted` samples; a full batch goes out first. */
  #room(wanted: number): number {
    if (this.#column.count >= this.#context.maxBatchSamples) this.#emit();
    return Math.min(wanted, this.#context.maxBatchSamples - this.#column.count);
  }

  #keepWindow(start: number): void {
    const { window } = this.#context;
    if (window) this.#column.keepWithin(start, window.from, window.to);
  }
}
