import { blockType, messageLengthBytes, timeBytes } from "../format/control.ts";
import { type StringBlocks, usualStringBlocks } from "../format/string-blocks.ts";
import type { ReadableChannel } from "../read/samples/batch.ts";
import { VariableValues } from "../read/samples/variable-values.ts";
import type { BlockBuffer } from "./block-buffer.ts";
import type { WriteOptions } from "./channel-spec.ts";
import { type SampleValues, variablesFor } from "./sample-values.ts";
import { unwritable } from "./unwritable.ts";

/** Writes values of string and binary channels, each as a block of its own (§8.4). */
export class VariableBlocks {
  readonly #buffer: BlockBuffer;
  readonly #options: WriteOptions;
  readonly #version: 4 | 5;
  /** OSF4 ends values in type 8 blocks, and only those, with a zero byte (§6.4). */
  readonly #terminatorBytes: number;

  constructor(buffer: BlockBuffer, options: WriteOptions) {
    this.#buffer = buffer;
    this.#options = options;
    this.#version = options.version ?? 5;
    this.#terminatorBytes = this.#version === 4 ? 1 : 0;
  }

  /** `asked`: the block type, instead of what was said for the channel or the file. */
  append(
    channel: ReadableChannel,
    times: BigInt64Array | readonly bigint[],
    values: SampleValues,
    asked?: StringBlocks,
  ): void {
    const isMessage = (asked ?? this.#blocksOf(channel)) === "messages";
    const all = variablesFor(channel, values);
    for (let i = 0; i < times.length; i++) {
      const value = (all instanceof VariableValues ? all.bytesAt(i) : all[i]) ?? new Uint8Array(0);
      if (isMessage) this.#message(channel, times[i] ?? 0n, value);
      else this.#stamped(channel, times[i] ?? 0n, value);
    }
  }

  #blocksOf({ index }: ReadableChannel): StringBlocks {
    const { channels, strings } = this.#options;
    return channels[index]?.strings ?? strings ?? usualStringBlocks;
  }

  #message(channel: ReadableChannel, time: bigint, value: Uint8Array): void {
    const head = timeBytes + messageLengthBytes;
    const at = this.#begin(channel, blockType.messageEvent, value, head + value.length);
    this.#buffer.view.setBigInt64(at, time, true);
    this.#buffer.view.setUint32(at + timeBytes, value.length, true);
    this.#buffer.bytes.set(value, at + head);
    this.#buffer.end(at + head + value.length);
  }

  #stamped(channel: ReadableChannel, time: bigint, value: Uint8Array): void {
    const payload = timeBytes + value.length + this.#terminatorBytes;
    const at = this.#begin(channel, blockType.absoluteStamps, value, payload);
    this.#buffer.view.setBigInt64(at, time, true);
    this.#buffer.bytes.set(value, at + timeBytes);
    if (this.#terminatorBytes > 0) this.#buffer.bytes[at + payload - 1] = 0;
    this.#buffer.end(at + payload);
  }

  #begin(channel: ReadableChannel, type: number, value: Uint8Array, payload: number): number {
    const { index, lengthSize } = channel;
    if (payload > this.#buffer.maxPayload(lengthSize))
      throw unwritable(channel, `a value of ${value.length} bytes in one block`);
    return this.#buffer.begin(index, lengthSize, type, payload);
  }
}
