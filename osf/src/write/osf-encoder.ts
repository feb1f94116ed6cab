import { blockType, countBytes, countedBit, infoChannel, rateBytes, timeBytes } from "../format/control.ts";
import { elementTypeOf, type NumberArray, numberLayouts } from "../format/data-type.ts";
import { OsfError } from "../format/errors.ts";
import type { StringBlocks } from "../format/string-blocks.ts";
import { encodeText } from "../format/text.ts";
import { magicTrailerBytes } from "../format/trailer.ts";
import type { ReadableChannel } from "../read/samples/batch.ts";
import { BlockBuffer } from "./block-buffer.ts";
import { isVariable, plannedChannels, type WriteOptions } from "./channel-spec.ts";
import { headerBytes } from "./header-bytes.ts";
import { numbersFor, type SampleValues } from "./sample-values.ts";
import { TrailerTally } from "./trailer-text.ts";
import { unwritable } from "./unwritable.ts";
import { VariableBlocks } from "./variable-blocks.ts";

const maxRunBytes = 16 * 1024 * 1024;

/** Turns samples into the bytes of a file. Synchronous: `take` returns what is complete, always whole blocks. */
export class OsfEncoder {
  readonly channels: readonly ReadableChannel[];
  readonly #options: WriteOptions;
  readonly #version: 4 | 5;
  readonly #buffer: BlockBuffer;
  readonly #variables: VariableBlocks;
  readonly #tally: TrailerTally;
  readonly #byName: ReadonlyMap<string, ReadableChannel>;
  readonly #hasSegment = new Set<number>();
  #taken = 0;

  /** `resumeAt`: the file exists up to this byte and its header is not written again. */
  constructor(options: WriteOptions, resumeAt?: number) {
    this.#options = options;
    this.#version = options.version ?? 5;
    if (options.crc && this.#version === 4) throw new OsfError("not-writable", "OSF4 has no checksums; write OSF5");
    if (options.trailer && this.#version === 5) throw new OsfError("not-writable", "OSF5 files have no trailer");
    this.channels = plannedChannels(options.channels);
    // Of several channels with one name the first is meant, as when reading.
    this.#byName = new Map(this.channels.toReversed().map((channel) => [channel.name, channel]));
    this.#buffer = new BlockBuffer(options.crc ?? false);
    this.#variables = new VariableBlocks(this.#buffer, options);
    this.#tally = new TrailerTally(this.channels);
    this.#taken = resumeAt ?? 0;
    if (resumeAt === undefined) this.#buffer.append(headerBytes(options));
  }

  /** Bytes waiting to be taken. */
  get pendingBytes(): number {
    return this.#buffer.length;
  }

  /** Everything encoded since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    this.#taken += this.#buffer.length;
    return this.#buffer.take();
  }

  channel(key: string | number): ReadableChannel {
    const found = typeof key === "number" ? this.channels[key] : this.#byName.get(key);
    if (!found) throw new OsfError("unknown-channel", `There is no channel ${JSON.stringify(key)}`);
    return found;
  }

  /** Samples with a time each. `blocks`: how texts and bytes are stored, instead of what was said for the channel. */
  stamped(
    key: string | number,
    times: BigInt64Array | readonly bigint[],
    values: SampleValues,
    blocks?: StringBlocks,
  ): void {
    const channel = this.channel(key);
    const count = isVariable(channel.datatype) ? values.length : values.length / channel.width;
    if (times.length !== count) throw unwritable(channel, `${times.length} times for ${count} samples`);
    if (isVariable(channel.datatype)) this.#variables.append(channel, times, values, blocks);
    else this.#stampedNumbers(channel, times, numbersFor(channel, values));
    if (count > 0) this.#tally.stamped(channel.index, count, times[0] ?? 0n, times[count - 1] ?? 0n);
  }

  /** Starts a segment: the first sample at `startNs`, `rateHz` samples per second. */
  start(key: string | number, startNs: bigint, rateHz: number, values: SampleValues): void {
    const channel = this.#equidistantChannel(key);
    if (values.length === 0) throw unwritable(channel, "an empty segment");
    if (!(rateHz > 0 && Number.isFinite(rateHz))) throw unwritable(channel, `the sample rate ${rateHz}`);
    const numbers = numbersFor(channel, values);
    const size = sizeOf(channel);
    const head = timeBytes + rateBytes;
    const first = Math.min(numbers.length, Math.floor((this.#maxRun(channel) - head - countBytes) / size));
    const at = this.#begin(channel, blockType.startData, first, head + countFor(first) + first * size);
    this.#buffer.view.setBigInt64(at, startNs, true);
    this.#buffer.view.setFloat64(at + timeBytes, rateHz, true);
    this.#buffer.end(this.#countAndValues(at + head, numbers, 0, first));
    this.#hasSegment.add(channel.index);
    this.#tally.started(channel.index, startNs, rateHz, first);
    this.#continued(channel, numbers, first);
  }

  /** More samples of the running segment. */
  continue(key: string | number, values: SampleValues): void {
    const channel = this.#equidistantChannel(key);
    if (!this.#hasSegment.has(channel.index)) throw unwritable(channel, "continued data without a segment");
    this.#continued(channel, numbersFor(channel, values), 0);
  }

  /** Ends the file; with a trailer if that was asked for. */
  finish(): void {
    if (!this.#options.trailer) return;
    const position = this.#taken + this.#buffer.length;
    const text = encodeText(this.#tally.text());
    const at = this.#buffer.begin(infoChannel, 4, blockType.reserved, text.length);
    this.#buffer.bytes.set(text, at);
    this.#buffer.end(at + text.length);
    this.#buffer.append(encodeText(`OSF_STREAM_END ${position}`.padEnd(magicTrailerBytes, "=")));
  }

  #equidistantChannel(key: string | number): ReadableChannel {
    const channel = this.channel(key);
    const isUsual = channel.datatype === "float" || channel.datatype === "double";
    if (channel.width > 1 || isVariable(channel.datatype)) throw unwritable(channel, "equidistant samples");
    if (isUsual || this.#options.anyEquidistantType) return channel;
    throw unwritable(channel, "equidistant samples: set anyEquidistantType to write what only some programs read");
  }

  #continued(channel: ReadableChannel, numbers: NumberArray, from: number): void {
    const most = Math.floor((this.#maxRun(channel) - countBytes) / sizeOf(channel));
    for (let done = from; done < numbers.length; ) {
      const count = Math.min(most, numbers.length - done);
      const at = this.#begin(channel, blockType.continuedData, count, countFor(count) + count * sizeOf(channel));
      this.#buffer.end(this.#countAndValues(at, numbers, done, count));
      done += count;
    }
    this.#tally.continued(channel.index, numbers.length - from);
  }

  #stampedNumbers(channel: ReadableChannel, times: BigInt64Array | readonly bigint[], numbers: NumberArray): void {
    const valueBytes = sizeOf(channel) * channel.width;
    const stride = timeBytes + valueBytes;
    const most = Math.floor((this.#maxRun(channel) - countBytes) / stride);
    if (most === 0) throw unwritable(channel, "samples of that many values");
    const source = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    for (let done = 0; done < times.length; ) {
      const count = Math.min(most, times.length - done);
      let at = this.#begin(channel, blockType.absoluteStamps, count, countFor(count) + count * stride);
      at = this.#count(at, count);
      const { bytes, view } = this.#buffer;
      for (let i = done; i < done + count; i++, at += stride) {
        view.setBigInt64(at, times[i] ?? 0n, true);
        for (let byte = 0; byte < valueBytes; byte++)
          bytes[at + timeBytes + byte] = source[i * valueBytes + byte] as number;
      }
      this.#buffer.end(at);
      done += count;
    }
  }

  /** Many samples become several blocks long before a length field ends: readers hold a block as a whole. */
  #maxRun(channel: ReadableChannel): number {
    return Math.min(this.#maxPayload(channel), maxRunBytes);
  }

  #maxPayload(channel: ReadableChannel): number {
    return this.#buffer.maxPayload(channel.lengthSize);
  }

  #begin(channel: ReadableChannel, type: number, count: number, payloadBytes: number): number {
    return this.#buffer.begin(channel.index, channel.lengthSize, count === 1 ? type : type | countedBit, payloadBytes);
  }

  /** The count field, which a single sample does not have. */
  #count(at: number, count: number): number {
    if (count === 1) return at;
    this.#buffer.view.setUint32(at, count, true);
    return at + countBytes;
  }

  #countAndValues(at: number, numbers: NumberArray, from: number, count: number): number {
    const valuesAt = this.#count(at, count);
    const size = numbers.BYTES_PER_ELEMENT;
    this.#buffer.bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset + from * size, count * size), valuesAt);
    return valuesAt + count * size;
  }
}

const countFor = (count: number): number => (count === 1 ? 0 : countBytes);

/** Bytes of one value of a fixed-size channel. */
function sizeOf(channel: ReadableChannel): number {
  const element = elementTypeOf(channel.datatype);
  return element === undefined ? 0 : numberLayouts[element].size;
}
