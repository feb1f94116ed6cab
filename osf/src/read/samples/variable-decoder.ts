import { blockType, countBytes, countedBit, messageLengthBytes, timeBytes, typeBits } from "../../format/control.ts";
import type { StringBlocks } from "../../format/string-blocks.ts";
import { decodeLenientText, encodeText, isValidText } from "../../format/text.ts";
import type { Block } from "../blocks/block.ts";
import type { ReadableChannel } from "./batch.ts";
import type { ChannelDecoder, DecodeContext } from "./decode-context.ts";
import { skipsEvent } from "./event-blocks.ts";
import { VariableColumn } from "./variable-column.ts";

/** A batch of texts goes out at this size, however few they are. */
const maxBatchBytes = 1 << 20;

/** Blocks of a string or binary channel (§6.4, §6.5). */
export class VariableDecoder implements ChannelDecoder {
  readonly segments = 0;
  readonly #channel: ReadableChannel;
  readonly #context: DecodeContext;
  readonly #column: VariableColumn;
  readonly #isText: boolean;
  /**
   * How the first sample handed out was stored. One word for the channel: files that change it on the way are not known.
   * Found out where messages are read and batches end, not at every sample: that path is the hot one.
   */
  #blocks: StringBlocks | undefined;
  /** Bytes and values of the column that were looked through for text that is none. */
  #checkedBytes = 0;
  #checkedCount = 0;
  /** Positions of the blocks whose values were not looked at yet. */
  readonly #positions: number[] = [];

  constructor(channel: ReadableChannel, context: DecodeContext) {
    this.#channel = channel;
    this.#context = context;
    this.#column = new VariableColumn(channel);
    this.#isText = channel.datatype === "string";
  }

  get heldBytes(): number {
    return this.#column.heldBytes;
  }

  unstage(): void {}

  decode(block: Block): void {
    const { control } = block;
    if (control === blockType.absoluteStamps) this.#single(block, block.body);
    else if (!skipsEvent(this.#context, block, this.#channel.index)) this.#samples(block);
  }

  #samples(block: Block): void {
    const type = block.control & typeBits;
    const { index, declaredType } = this.#channel;
    if (type === blockType.messageEvent) this.#message(block);
    else if (type === blockType.absoluteStamps) this.#counted(block);
    else this.#context.skip("unsupported-block", block, index, `type ${type} on ${declaredType}`);
  }

  flush(): void {
    if (this.#column.count === 0) return;
    this.settle();
    this.#checkedBytes = 0;
    this.#checkedCount = 0;
    this.#blocks ??= "stamped";
    this.#context.emit(this.#column.take(this.#blocks));
  }

  /** Strings are kept as valid UTF-8, so that nobody behind this has to doubt them. */
  settle(): void {
    const column = this.#column;
    column.settle();
    if (this.#isText && !column.isAsciiFrom(this.#checkedBytes)) this.#cleanTexts(column.bytesFrom(this.#checkedBytes));
    this.#checkedBytes = column.bytesUsed;
    this.#checkedCount = column.count;
    this.#positions.length = 0;
  }

  #cleanTexts(run: Uint8Array): void {
    if (isValidText(run, 0, run.length) && !this.#hasSplitText()) return;
    for (const [i, position] of this.#positions.entries()) this.#cleanText(this.#checkedCount + i, position);
  }

  #cleanText(i: number, position: number): void {
    const value = this.#column.valueAt(i);
    if (isValidText(value, 0, value.length)) return;
    this.#context.note("invalid-text", { position }, this.#channel.index);
    this.#column.replace(i, encodeText(decodeLenientText(value).text));
  }

  /** Values of different runs touch: two halves of a character must not pass for a whole one. */
  #hasSplitText(): boolean {
    return this.#positions.some((_, i) => {
      const [first = 0] = this.#column.valueAt(this.#checkedCount + i);
      return (first & 0xc0) === 0x80;
    });
  }

  /** Type 4: an explicit length, no terminator in any version (§6.5). */
  #message(block: Block): void {
    if (block.control & countedBit) {
      this.#context.skip("unsupported-block", block, this.#channel.index, "a message event with a sample count");
      return;
    }
    const from = block.body + timeBytes + messageLengthBytes;
    if (from > block.end) {
      this.#malformed(block, "a message event without length");
      return;
    }
    const length = block.view.getUint32(block.body + timeBytes, true);
    if (length > block.end - from) {
      this.#malformed(block, `a message of ${length} bytes in ${block.end - from}`);
      return;
    }
    if (length < block.end - from) this.#context.note("surplus-bytes", block, this.#channel.index);
    const isFirst = this.#blocks === undefined && this.#column.count === 0;
    this.#append(block, block.body, from, from + length);
    if (isFirst && this.#column.count > 0) this.#blocks = "messages";
  }

  /** Type 8 with bit 7. */
  #counted(block: Block): void {
    if (block.bodyBytes < countBytes) {
      this.#malformed(block, "no room for the sample count");
      return;
    }
    const count = block.view.getUint32(block.body, true);
    if (count > 1) {
      this.#several(block, count);
      return;
    }
    if (count === 1) this.#single(block, block.body + countBytes);
    else if (block.bodyBytes > countBytes) this.#context.note("surplus-bytes", block, this.#channel.index);
  }

  #single(block: Block, timeAt: number): void {
    if (timeAt + timeBytes > block.end) {
      this.#malformed(block, "a value without time");
      return;
    }
    const from = timeAt + timeBytes;
    this.#append(block, timeAt, from, this.#valueEnd(block, from, block.end));
  }

  /** The terminator is a matter of the version alone (§6.4). */
  #valueEnd(block: Block, from: number, end: number): number {
    if (end === from) return end;
    const endsWithZero = block.bytes[end - 1] === 0;
    if (this.#context.version === 5) return endsWithZero && this.#context.dropOsf5Terminator ? end - 1 : end;
    if (endsWithZero) return end - 1;
    this.#context.note("missing-terminator", block, this.#channel.index);
    return end;
  }

  /** Several values in one block are outside the standard; two layouts exist (§6.4 a, b). */
  #several(block: Block, count: number): void {
    const from = block.body + countBytes;
    const isPrefixed = this.#walkPrefixed(block, from, count, false);
    const share = (block.end - from) / count;
    if (!isPrefixed && !(Number.isInteger(share) && share >= timeBytes)) {
      this.#malformed(block, `${count} values in one block`);
      return;
    }
    this.#context.note("several-values", block, this.#channel.index, `${count} values`);
    if (isPrefixed) this.#walkPrefixed(block, from, count, true);
    else for (let i = 0; i < count; i++) this.#part(block, from + i * share, from + (i + 1) * share);
  }

  #part(block: Block, timeAt: number, end: number): void {
    this.#append(block, timeAt, timeAt + timeBytes, this.#valueEnd(block, timeAt + timeBytes, end));
  }

  /** `int64 time, uint32 n, n bytes` as an old writer has it; true when that uses the body exactly. */
  #walkPrefixed(block: Block, from: number, count: number, append: boolean): boolean {
    let at = from;
    for (let i = 0; i < count; i++) {
      const valueAt = at + timeBytes + messageLengthBytes;
      if (valueAt > block.end) return false;
      const end = valueAt + block.view.getUint32(at + timeBytes, true);
      if (end > block.end) return false;
      if (append) this.#append(block, at, valueAt, end > valueAt && block.bytes[end - 1] === 0 ? end - 1 : end);
      at = end;
    }
    return at === block.end;
  }

  #append(block: Block, timeAt: number, from: number, end: number): void {
    if (this.#context.window && !this.#isInWindow(block.view.getBigInt64(timeAt, true))) return;
    const column = this.#column;
    if (column.count >= this.#context.maxBatchSamples || column.bytesUsed >= maxBatchBytes) this.flush();
    if (column.append(block.bytes, block.view, timeAt, from, end)) this.#context.settleLater(this);
    if (this.#isText) this.#positions.push(block.position);
  }

  #isInWindow(time: bigint): boolean {
    const { window } = this.#context;
    return window === undefined || (time >= window.from && time < window.to);
  }

  #malformed(block: Block, detail: string): void {
    this.#context.skip("malformed", block, this.#channel.index, detail);
  }
}
