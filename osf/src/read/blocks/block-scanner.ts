import type { Channel } from "../../format/channel.ts";
import { crcBytes, signatureChannel } from "../../format/control.ts";
import type { IntegrityLevel } from "../../format/magic-line.ts";
import { magicTrailerSearchBytes } from "../../format/trailer.ts";
import { ByteGatherer, joined } from "../source/byte-gatherer.ts";
import type { BlockHandler } from "./block-handler.ts";
import { BlockSearch, padForSearch } from "./block-search.ts";
import { indexAt } from "./frame-head.ts";
import { FrameReader } from "./frame-reader.ts";
import { FrameSizes } from "./frame-sizes.ts";
import { SkippedBlock } from "./skipped-block.ts";

export interface ScanOptions {
  readonly integrity: IntegrityLevel;
  /** Larger blocks are skipped. */
  readonly maxBlockBytes: number;
  /** Search for the next block where framing is lost, instead of stopping. */
  readonly resync: boolean;
  /** Hand out what there is of a cut last block; `force` also where its checksum is missing (§4.3). */
  readonly salvage: boolean | "force";
}

/**
 * Cuts a stream of chunks into blocks (§4). Blocks inside a chunk are handed on where they lie; only one that
 * crosses a border is gathered first. Nothing of a chunk is kept after `push` returns.
 */
export class BlockScanner {
  /** End of the last complete block. */
  dataEnd: number;
  readonly #handler: BlockHandler;
  readonly #options: ScanOptions;
  readonly #search: BlockSearch;
  readonly #sizes: FrameSizes;
  readonly #crcBytes: number;
  readonly #frames: FrameReader;
  readonly #carry = new ByteGatherer();
  readonly #tail = new ByteGatherer();
  #tailBytes = 0;
  /** Offset in the file of the next byte that arrives. */
  #position: number;
  readonly #skipped = new SkippedBlock();
  #state: "blocks" | "searching" | "tail" | "lost" = "blocks";
  #searchFrom = 0;
  /** Set while the last bytes of the file are gone through: how many of them are still to be looked at. */
  #last: { restBytes: number } | undefined;

  constructor(channels: readonly Channel[], position: number, handler: BlockHandler, options: ScanOptions) {
    this.#handler = handler;
    this.#options = options;
    this.#sizes = new FrameSizes(channels, options.integrity);
    this.#crcBytes = options.integrity === "none" ? 0 : crcBytes;
    this.#frames = new FrameReader(this.#sizes, this.#crcBytes, handler);
    this.#search = new BlockSearch(channels, this.#crcBytes);
    this.#position = position;
    this.dataEnd = position;
  }

  /** True when nothing that follows can be read. */
  get isLost(): boolean {
    return this.#state === "lost";
  }

  push(chunk: Uint8Array): void {
    const base = this.#position;
    this.#position += chunk.length;
    let at = this.#skip(chunk.length);
    if (this.#state === "searching" && this.#carry.length > 0) {
      this.#rescan(chunk.subarray(at), base + at);
      return;
    }
    if (this.#carry.length > 0) at = this.#completeCarried(chunk, at, base);
    if (at < chunk.length) this.#scan(chunk, at, base);
  }

  finish(): void {
    if (this.#options.resync && this.#skipped.left === 0) this.#recoverRest();
    if (this.#skipped.left > 0) {
      this.#handler.onTruncated(this.#skipped.channel, this.#skipped.position, undefined);
      return;
    }
    if (this.#state === "tail") {
      this.#handler.onTail(this.#tail.bytes, this.#tailBytes);
      return;
    }
    if (this.#state === "searching") {
      this.#handler.onResynchronised(this.#searchFrom, this.#position - this.#searchFrom);
      return;
    }
    const { length, bytes } = this.#carry;
    const position = this.#position - length;
    if (this.#state === "lost" || length === 0) return;
    if (length === 1) {
      this.#handler.onStrayByte(position);
      return;
    }
    this.#handler.onTruncated(
      indexAt(bytes, 0),
      position,
      this.#frames.cutBlock(bytes, position, this.#options.salvage),
    );
  }

  /**
   * At the end, what waited for more bytes is searched as well: a damaged length may have swallowed whole blocks. What
   * follows a block that was found may need the same, again and again, so nothing is copied on the way.
   */
  #recoverRest(): void {
    const length = this.#carry.length;
    const padded = padForSearch(this.#carry.bytes);
    const bytes = padded.subarray(0, length);
    const base = this.#position - length;
    this.#carry.clear();
    this.#last = { restBytes: length };
    while (this.#last.restBytes > 0 && (this.#state === "blocks" || this.#isSearching())) {
      const rest = length - this.#last.restBytes;
      const at = this.#search.findComplete(padded, length, this.#isSearching() ? rest : rest + 1);
      if (at < 0) break;
      const from = this.#isSearching() ? this.#searchFrom : base + rest;
      this.#handler.onResynchronised(from, base + at - from);
      this.#last.restBytes = 0;
      this.#state = "blocks";
      this.#scan(bytes, at, base);
    }
    const { restBytes } = this.#last;
    this.#last = undefined;
    if (restBytes > 0) this.#carry.append(bytes.subarray(length - restBytes));
  }

  /** Moves over bytes of a block nobody wants; returns where the rest of the chunk starts. */
  #skip(available: number): number {
    const taken = this.#skipped.take(available);
    if (taken > 0 && this.#skipped.left === 0) this.#announceSkipped(this.#position - available + taken);
    return taken;
  }

  #announceSkipped(end: number): void {
    const { channel, position, isTooLarge } = this.#skipped;
    this.dataEnd = end;
    if (isTooLarge) this.#handler.onTooLarge(channel, position, end - position);
    this.#frames.count(channel);
  }

  /** Fills the gathered block up from the chunk and handles it; returns where the rest of the chunk starts. */
  #completeCarried(chunk: Uint8Array, start: number, base: number): number {
    const position = base + start - this.#carry.length;
    let at = start;
    for (;;) {
      const total = this.#sizes.frameBytes(this.#carry.bytes, 0, this.#carry.length);
      const missing = total - this.#carry.length;
      if (missing <= 0 || this.#isDamagedLength(total)) break;
      if (this.#startSkip(this.#carry.bytes, 0, this.#carry.length, position)) {
        this.#carry.clear();
        return at + this.#skip(chunk.length - at);
      }
      const piece = chunk.subarray(at, at + missing);
      this.#carry.append(piece);
      at += piece.length;
      if (piece.length < missing) return chunk.length;
    }
    const gathered = this.#carry.bytes; // stays readable: it is only written again behind what was read
    this.#carry.clear();
    this.#scan(gathered, 0, position);
    if (this.#carry.length === 0) return at;
    // The block could not be trusted and a search goes on inside it: it becomes part of what follows.
    this.#rescan(chunk.subarray(at), base + at);
    return chunk.length;
  }

  /** Goes on searching in what was left, joined with what follows. */
  #rescan(rest: Uint8Array, restPosition: number): void {
    const position = restPosition - this.#carry.length;
    const bytes = joined(this.#carry.bytes, rest);
    this.#carry.clear();
    this.#scan(bytes, 0, position);
  }

  /** `base`: offset in the file of `bytes[0]`. */
  #scan(bytes: Uint8Array, start: number, base: number): void {
    this.#frames.enter(bytes);
    this.#scanBlocks(bytes, start, base);
    this.#handler.onBytesLeft();
  }

  #scanBlocks(bytes: Uint8Array, start: number, base: number): void {
    let at = start;
    while (at < bytes.length) {
      if (this.#state === "tail") {
        this.#gatherTail(bytes.subarray(at));
        return;
      }
      if (this.#state === "lost") return;
      if (this.#state === "searching") at = this.#searchOn(at, base);
      if (this.#state === "blocks") at = this.#plainBlocks(at, base);
      if (at === bytes.length) return;
      if (this.#isSearching()) {
        this.#keep(bytes.subarray(at));
        return;
      }
      const available = bytes.length - at;
      const total = this.#sizes.frameBytes(bytes, at, available);
      if (total === 0 || this.#isDamagedLength(total)) this.#loseFraming(bytes, at, base);
      else if (total <= available) at = this.#frame(at, total, base);
      else {
        if (!this.#startSkip(bytes, at, available, base + at)) this.#keep(bytes.subarray(at));
        return;
      }
    }
  }

  /** Keeps the beginning of a block for when its rest arrives; the bytes may be the kept ones of before. */
  #keep(bytes: Uint8Array): void {
    this.#handler.onBytesLeft();
    if (this.#last) this.#last.restBytes = bytes.length;
    else this.#carry.append(bytes);
  }

  #plainBlocks(start: number, base: number): number {
    const at = this.#frames.plainBlocks(start, base);
    if (at > start) this.dataEnd = base + at;
    return at;
  }

  #isSearching(): boolean {
    return this.#state === "searching";
  }

  /** When searching for blocks behind damage, an impossible length is damage as well. */
  #isDamagedLength(total: number): boolean {
    return this.#options.resync && total > this.#options.maxBlockBytes;
  }

  /** A complete block; returns where the next one starts. */
  #frame(at: number, total: number, base: number): number {
    const kind = this.#frames.frame(at, total, base);
    if (kind === "damaged" && this.#options.resync) {
      this.#search.failed(total);
      return this.#startSearch(at, base + at);
    }
    if (kind === "info") this.#state = "tail";
    else this.dataEnd = base + at + total;
    return at + total;
  }

  /** A block that is not complete here and need not be gathered is skipped as its bytes arrive. */
  #startSkip(bytes: Uint8Array, at: number, available: number, position: number): boolean {
    if (!this.#sizes.isHeadComplete(bytes, at, available)) return false;
    const channel = indexAt(bytes, at);
    const total = this.#sizes.frameBytes(bytes, at, available);
    const isTooLarge = total > this.#options.maxBlockBytes;
    const isUnwanted = this.#crcBytes === 0 && channel < signatureChannel && !this.#handler.sinks[channel];
    if (!isTooLarge && !isUnwanted) return false;
    this.#skipped.start(channel, position, isTooLarge, total - available);
    return true;
  }

  #loseFraming(bytes: Uint8Array, at: number, base: number): void {
    if (this.#options.resync) {
      this.#startSearch(at, base + at);
      return;
    }
    this.#state = "lost";
    this.#handler.onUnknownChannel(indexAt(bytes, at), base + at);
  }

  #startSearch(at: number, position: number): number {
    this.#state = "searching";
    this.#searchFrom = position;
    return at + 1;
  }

  /** The next place that looks like a block; near the end of the bytes, where more have to arrive first. */
  #searchOn(from: number, base: number): number {
    const { view } = this.#frames;
    const start = Math.max(from, this.#searchFrom + 1 - base);
    const at = this.#search.find(view, start);
    if (at < 0) return Math.max(from, this.#search.lastPlace(view) + 1);
    this.#state = "blocks";
    this.#handler.onResynchronised(this.#searchFrom, base + at - this.#searchFrom);
    return at;
  }

  #gatherTail(bytes: Uint8Array): void {
    this.#tailBytes += bytes.length;
    this.#tail.append(bytes.subarray(0, Math.max(0, magicTrailerSearchBytes - this.#tail.length)));
  }
}
