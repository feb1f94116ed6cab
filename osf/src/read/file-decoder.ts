import type { Block } from "./blocks/block.ts";
import type { BlockHandler } from "./blocks/block-handler.ts";
import { BlockScanner } from "./blocks/block-scanner.ts";
import { SingleStage } from "./blocks/single-stage.ts";
import { FileEnd } from "./file-end.ts";
import { type FindingCode, Findings } from "./findings.ts";
import type { OsfHeader } from "./header.ts";
import { type ReadOptions, readDefaults } from "./read-options.ts";
import type { ReadReport } from "./report.ts";
import type { SampleBatch } from "./samples/batch.ts";
import { ChannelTable, slotsFor } from "./samples/channel-table.ts";
import type { DecodeContext } from "./samples/decode-context.ts";
import { type Selection, selectedChannels, timeWindowOf } from "./selection.ts";
import type { Compression } from "./source/compression.ts";

/** One pass over the blocks of a file: chunks in, batches and a report out. Synchronous; knows no source. */
export class FileDecoder implements BlockHandler, DecodeContext {
  readonly version: DecodeContext["version"];
  readonly window: DecodeContext["window"];
  readonly maxBatchSamples: number;
  readonly strict: boolean;
  readonly dropOsf5Terminator: boolean;
  readonly findings = new Findings();
  readonly #maxHeldBytes: number;
  readonly #scanner: BlockScanner;
  readonly sinks: BlockHandler["sinks"];
  readonly blockCounts: Float64Array;
  readonly stage: SingleStage;
  readonly #table: ChannelTable;
  readonly #end: FileEnd;
  readonly #unsettled: { settle(): void }[] = [];
  readonly #skipped = new Map<FindingCode, number>();
  #batches: SampleBatch[] = [];
  #bytes: number;
  #truncatedAt: number | undefined;
  #isSourceCut = false;

  constructor(header: OsfHeader, selection: Selection, options: ReadOptions) {
    const settings = { ...readDefaults, ...options };
    this.version = header.version;
    this.window = timeWindowOf(selection);
    this.maxBatchSamples = Math.max(1, settings.maxBatchSamples);
    this.strict = settings.strict;
    this.dropOsf5Terminator = settings.dropOsf5Terminator;
    this.#maxHeldBytes = settings.maxHeldBytes;
    this.#bytes = header.dataStart;
    this.#end = new FileEnd(header.version, this.findings);
    this.stage = new SingleStage(slotsFor(header.channels));
    this.#table = new ChannelTable(header.channels);
    this.sinks = this.#table.sinks;
    this.blockCounts = this.#table.blockCounts;
    for (const channel of selectedChannels(header.channels, selection.channels)) this.#table.select(channel, this);
    this.#scanner = new BlockScanner(header.channels, header.dataStart, this, {
      ...settings,
      integrity: header.integrity,
    });
    for (const { code, position, channel, detail } of header.notes) this.findings.add(code, position, channel, detail);
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
    // What waits to fill batches is bounded, however many channels there are.
    if (this.#table.heldBytes > this.#maxHeldBytes) this.#table.flush();
  }

  /** The source ended; `isCut` when it ended before it should have (compressed data). */
  finish(isCut = false): void {
    this.#isSourceCut = isCut;
    this.#scanner.finish();
    this.#table.flush();
  }

  /** The batches that are complete. */
  take(): SampleBatch[] {
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }

  report(compression: Compression): ReadReport {
    const channels = this.#table.reports();
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
      trailer: this.#end.trailer,
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
    this.#table.add(batch);
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
    this.#end.info(payload, position);
  }

  onTail(tail: Uint8Array, totalBytes: number): void {
    this.#end.tail(tail, totalBytes, this.#bytes - totalBytes);
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
    const salvager = block && this.#table.salvagerOf(channel);
    this.findings.add(salvager ? "salvaged" : "truncated", position, undefined, `channel ${channel}`);
    if (block) salvager?.decode(block);
  }

  #countSkipped(code: FindingCode, position: number, channel?: number, detail?: string): void {
    this.#skipped.set(code, (this.#skipped.get(code) ?? 0) + 1);
    this.findings.add(code, position, channel, detail);
  }
}
