import { blockType, countBytes, countedBit, deltaBytes, rateBytes, timeBytes, typeBits } from "../format/control.ts";
import { OsfError } from "../format/errors.ts";
import { firstIndexAt, type Segment } from "../format/segment.ts";
import type { ReadableChannel } from "./batch.ts";
import type { Block } from "./block.ts";
import type { ChannelDecoder, DecodeContext } from "./decode-context.ts";
import { skipsEvent } from "./event-blocks.ts";
import { NumberColumn } from "./number-column.ts";

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
  /** Body of a type 8 block whose one sample can go straight into the batch; -1 while more has to be decided. */
  #plainBytes = -1;

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
    const isPlainSingle = block.control === blockType.absoluteStamps && block.end - block.body === this.#plainBytes;
    if (isPlainSingle && this.#column.hasRoom) this.#column.appendSingle(block.view, block.body);
    else if (!skipsEvent(this.#context, block, this.#channel.index)) this.#samples(block);
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
    const count = this.#samplesIn(block, from, stride);
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
    if (this.#context.window === undefined) this.#plainBytes = stride;
  }

  #relative(block: Block): void {
    if (!this.#hasAnchor) {
      this.#context.skip("no-anchor", block, this.#channel.index);
      return;
    }
    const stride = deltaBytes + this.#column.sampleBytes;
    const from = block.body + countFieldBytes(block);
    const count = this.#samplesIn(block, from, stride);
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
    if (block.bodyBytes < timeBytes) {
      this.#context.skip("malformed", block, this.#channel.index, "a start block without time");
      return;
    }
    const isOld = this.#isOldStart(block);
    if (!isOld && block.bodyBytes < timeBytes + rateBytes) {
      this.#context.skip("malformed", block, this.#channel.index, "a start block without sample rate");
      return;
    }
    const head = timeBytes + (isOld ? 0 : rateBytes);
    const startNs = block.view.getBigInt64(block.body, true);
    const rateHz = isOld ? 0 : block.view.getFloat64(block.body + timeBytes, true);
    if (!isOld && !(rateHz > 0)) this.#context.note("no-rate", block, this.#channel.index, `${rateHz} Hz`);
    this.#enter("equidistant", block);
    this.flush();
    this.#segment = { startNs, rateHz, incrementNs: isOld ? this.#channel.timeIncrementNs : undefined };
    this.#nextIndex = 0;
    this.segments++;
    this.#values(block, block.body + head);
  }

  #continued(block: Block): void {
    if (!this.#segment) {
      this.#context.skip("no-time-base", block, this.#channel.index);
      return;
    }
    this.#enter("equidistant", block);
    this.#values(block, block.body);
  }

  /** Start blocks of old OSF4 files have no rate; the length tells, because the rate adds eight bytes (§6.6). */
  #isOldStart(block: Block): boolean {
    const size = this.#column.sampleBytes;
    const fits = (head: number): boolean =>
      fitsExactly(block, block.body + head + countFieldBytes(block), size, block.body + head);
    if (fits(timeBytes + rateBytes) || !fits(timeBytes)) return false;
    if (this.#context.version !== 4 || this.#channel.timeIncrementNs <= 0n) return false;
    if (this.#context.strict) {
      throw new OsfError(
        "old-start-block",
        `Channel '${this.#channel.name}': a start block without sample rate`,
        block.position,
      );
    }
    this.#context.note("old-start-block", block, this.#channel.index);
    return true;
  }

  /** `[N] | N × V` at `countAt`, on the running segment. */
  #values(block: Block, countAt: number): void {
    const segment = this.#segment;
    const size = this.#column.sampleBytes;
    const from = countAt + countFieldBytes(block);
    const count = this.#samplesIn(block, from, size, countAt);
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

  /** How many samples can be read; what does not fit the length is reported, never allocated for (§6.9). */
  #samplesIn(block: Block, from: number, stride: number, countAt = block.body): number {
    const room = block.end - from;
    if (room < 0) return this.#malformed(block, "no room for the sample count");
    const isCounted = (block.control & countedBit) !== 0;
    const announced = isCounted ? block.view.getUint32(countAt, true) : 1;
    const used = announced * stride;
    if (used === room) return announced;
    if (used < room) {
      this.#context.note("surplus-bytes", block, this.#channel.index, `${room - used} bytes`);
      return announced;
    }
    const fitting = Math.floor(room / stride);
    if (!isCounted || fitting === 0) return this.#malformed(block, `${announced} samples announced, none fits`);
    this.#context.note("count-too-large", block, this.#channel.index, `${announced} announced, ${fitting} fit`);
    return fitting;
  }

  #malformed(block: Block, detail: string): 0 {
    this.#context.skip("malformed", block, this.#channel.index, detail);
    return 0;
  }

  #enter(family: Family, block: Block): void {
    if (this.#family === family) return;
    if (this.#family) this.#context.note("mixed-times", block, this.#channel.index);
    this.flush();
    this.#family = family;
    this.#plainBytes = -1;
  }

  /** Room in the batch for at most `wanted` samples; a full batch goes out first. */
  #room(wanted: number): number {
    if (this.#column.count >= this.#context.maxBatchSamples) {
      this.flush();
    }
    return Math.min(wanted, this.#context.maxBatchSamples - this.#column.count);
  }

  #keepWindow(start: number): void {
    const { window } = this.#context;
    if (window) this.#column.keepWithin(start, window.from, window.to);
  }
}

const countFieldBytes = (block: Block): number => (block.control & countedBit ? countBytes : 0);

function fitsExactly(block: Block, from: number, stride: number, countAt = block.body): boolean {
  if (from > block.end) return false;
  const count = block.control & countedBit ? block.view.getUint32(countAt, true) : 1;
  return block.end - from === count * stride;
}
