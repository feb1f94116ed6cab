import type { Channel } from "../format/channel.ts";
import { parseMagicTrailer, parseTrailer, type Trailer } from "../format/trailer.ts";
import type { ReadableChannel, SampleBatch } from "./batch.ts";
import type { Block } from "./block.ts";
import type { BlockHandler, BlockSink } from "./block-handler.ts";
import { BlockScanner } from "./block-scanner.ts";
import { ChannelTally } from "./channel-tally.ts";
import type { Compression } from "./compression.ts";
import type { ChannelDecoder, DecodeContext } from "./decode-context.ts";
import { type FindingCode, Findings } from "./findings.ts";
import type { OsfHeader } from "./header.ts";
import { NumberDecoder } from "./number-decoder.ts";
import { type ReadOptions, readDefaults } from "./read-options.ts";
import type { ReadReport } from "./report.ts";
import { type Selection, selectedChannels, timeWindowOf } from "./selection.ts";
import { UnsupportedChannel } from "./unsupported-channel.ts";
import { VariableDecoder } from "./variable-decoder.ts";

/** One pass over the blocks of a file: chunks in, batches and a report out. Synchronous; knows no source. */
export class FileDecoder implements BlockHandler, DecodeContext {
  readonly version: DecodeContext["version"];
  readonly window: DecodeContext["window"];
  readonly maxBatchSamples: number;
  readonly strict: boolean;
  readonly dropOsf5Terminator: boolean;
  readonly findings = new Findings();
  readonly #header: OsfHeader;
  readonly #maxHeldBytes: number;
  readonly #scanner: BlockScanner;
  readonly sinks: (BlockSink | undefined)[];
  readonly blockCounts: Float64Array;
  readonly #decoders: (ChannelDecoder | undefined)[];
  readonly #tallies: (ChannelTally | undefined)[];
  readonly #unsettled: { settle(): void }[] = [];
  readonly #skipped = new Map<FindingCode, number>();
  #batches: SampleBatch[] = [];
  #bytes: number;
  #truncatedAt: number | undefined;
  #isSourceCut = false;
  #trailer: Trailer | undefined;

  constructor(header: OsfHeader, selection: Selection, options: ReadOptions) {
    const settings = { ...readDefaults, ...options };
    this.#header = header;
    this.version = header.version;
    this.window = timeWindowOf(selection);
    this.maxBatchSamples = Math.max(1, settings.maxBatchSamples);
    this.strict = settings.strict;
    this.dropOsf5Terminator = settings.dropOsf5Terminator;
    this.#maxHeldBytes = settings.maxHeldBytes;
    this.#bytes = header.dataStart;
    const slots = header.channels.reduce((most, { index }) => Math.max(most, index + 1), 0);
    this.sinks = new Array(slots).fill(undefined);
    this.blockCounts = new Float64Array(slots);
    this.#decoders = new Array(slots).fill(undefined);
    this.#tallies = new Array(slots).fill(undefined);
    for (const channel of header.channels) this.#tallies[channel.index] = new ChannelTally(channel.index);
    for (const channel of selectedChannels(header.channels, selection.channels)) this.#select(channel);
    this.#scanner = new BlockScanner(header.channels, header.dataStart, this, {
      ...settings,
      integrity: header.integrity,
    });
    for (const { code, position, channel, detail } of header.notes) this.findings.add(code, position, channel, detail);
  }

  #select(channel: Channel): void {
    const { index, datatype } = channel;
    const decoder = datatype === undefined ? undefined : this.#decoderOf({ ...channel, datatype });
    this.#decoders[index] = decoder;
    this.sinks[index] = decoder ?? new UnsupportedChannel(channel, this);
  }

  #decoderOf(channel: ReadableChannel): ChannelDecoder {
    const isVariable = channel.datatype === "string" || channel.datatype === "binary";
    return isVariable ? new VariableDecoder(channel, this) : new NumberDecoder(channel, this);
  }

  /** True when the rest of the source need not be read: framing is lost. */
  get isLost(): boolean {
    return this.#scanner.isLost;
  }

  /** Uncompressed bytes read so far. */
  get position(): number {
    return this.#bytes;
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#scanner.push(chunk);
    this.#boundMemory();
  }

  /** The source ended; `isCut` when it ended before it should have (compressed data). */
  finish(isCut = false): void {
    this.#isSourceCut = isCut;
    this.#scanner.finish();
    this.#flush();
  }

  /** The batches that are complete. */
  take(): SampleBatch[] {
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }

  report(compression: Compression): ReadReport {
    const tallies = this.#header.channels.map(({ index }) =>
      this.#tallies[index]?.report(this.blockCounts[index] ?? 0, this.#decoders[index]?.segments ?? 0),
    );
    const channels = tallies.filter((channel) => channel !== undefined);
    return {
      bytes: this.#bytes,
      compression,
      blocks: channels.reduce((sum, channel) => sum + channel.blocks, 0),
      samples: channels.reduce((sum, channel) => sum + channel.samples, 0),
      truncated: this.#isSourceCut || this.#truncatedAt !== undefined,
      truncatedAt: this.#truncatedAt,
      dataEnd: this.#scanner.dataEnd,
      skipped: new Map(this.#skipped),
      findings: this.findings.list(),
      trailer: this.#trailer,
      channels,
    };
  }

  // --- DecodeContext

  skip(code: FindingCode, block: Block, channel: number, detail?: string): void {
    this.#countSkipped(code, block.position, channel, detail);
  }

  note(code: FindingCode, block: Pick<Block, "position">, channel: number, detail?: string): void {
    this.findings.add(code, block.position, channel, detail);
  }

  emit(batch: SampleBatch): void {
    this.#tallies[batch.channel.index]?.addBatch(batch);
    this.#batches.push(batch);
  }

  settleLater(waiting: { settle(): void }): void {
    this.#unsettled.push(waiting);
  }

  // --- BlockHandler

  onBytesLeft(): void {
    for (const waiting of this.#unsettled) waiting.settle();
    this.#unsettled.length = 0;
  }

  onZeroLength(channel: number, position: number): void {
    this.#countSkipped("zero-length", position, channel);
  }

  onCrcFailure(channel: number, position: number): void {
    this.#countSkipped("crc-failed", position, channel);
  }

  onTooLarge(channel: number, position: number, bytes: number): void {
    this.#countSkipped("block-too-large", position, channel, `${bytes} bytes`);
  }

  onSignature(position: number): void {
    this.#countSkipped("signature", position);
  }

  onInfo(payload: Uint8Array, position: number): void {
    this.#trailer = parseTrailer(payload, position);
    if (this.version === 5) this.findings.add("info-block-osf5", position);
    if (!this.#trailer) this.findings.add("info-unreadable", position);
  }

  onTail(tail: Uint8Array, totalBytes: number): void {
    const declaredPosition = parseMagicTrailer(tail);
    const position = this.#bytes - totalBytes;
    if (declaredPosition === undefined ? totalBytes > 0 : totalBytes > tail.length) {
      this.findings.add("bytes-behind-end", position, undefined, `${totalBytes} bytes behind the info block`);
    }
    if (!this.#trailer || declaredPosition === undefined) return;
    if (declaredPosition !== this.#trailer.position) {
      this.findings.add(
        "trailer-position",
        position,
        undefined,
        `${declaredPosition} instead of ${this.#trailer.position}`,
      );
    }
    this.#trailer = { ...this.#trailer, declaredPosition };
  }

  onUnknownChannel(channel: number, position: number): void {
    this.findings.add("unknown-channel", position, channel, `channel ${channel}`);
  }

  onResynchronised(position: number, skippedBytes: number): void {
    this.findings.add("resynchronised", position, undefined, `${skippedBytes} bytes`);
  }

  onStrayByte(position: number): void {
    this.findings.add("stray-byte", position);
  }

  onTruncated(channel: number, position: number, block: Block | undefined): void {
    this.#truncatedAt = position;
    const decoder = this.#decoders[channel];
    const isSalvaged = block !== undefined && decoder instanceof NumberDecoder;
    this.findings.add(isSalvaged ? "salvaged" : "truncated", position, undefined, `channel ${channel}`);
    if (isSalvaged) decoder.decode(block);
  }

  #countSkipped(code: FindingCode, position: number, channel?: number, detail?: string): void {
    this.#skipped.set(code, (this.#skipped.get(code) ?? 0) + 1);
    this.findings.add(code, position, channel, detail);
  }

  /** What waits to fill batches is bounded, however many channels there are. */
  #boundMemory(): void {
    let held = 0;
    for (const { index } of this.#header.channels) held += this.#decoders[index]?.heldBytes ?? 0;
    if (held > this.#maxHeldBytes) this.#flush();
  }

  #flush(): void {
    for (const { index } of this.#header.channels) this.#decoders[index]?.flush();
  }
}
