import { controlBytes, infoChannel, signatureChannel } from "../../format/control.ts";
import { Block } from "./block.ts";
import type { BlockHandler } from "./block-handler.ts";
import { hasValidCrc, indexAt } from "./frame-head.ts";
import type { FrameSizes } from "./frame-sizes.ts";
import { readPlainBlocks } from "./plain-blocks.ts";

/** What a complete frame turned out to be. */
type FrameKind = "block" | "damaged" | "info";

/** Hands complete frames of the bytes it is at to the handler, each as what it is (§4). */
export class FrameReader {
  readonly #block = new Block();
  readonly #sizes: FrameSizes;
  readonly #crcBytes: number;
  readonly #handler: BlockHandler;

  constructor(sizes: FrameSizes, crcBytes: number, handler: BlockHandler) {
    this.#sizes = sizes;
    this.#crcBytes = crcBytes;
    this.#handler = handler;
  }

  get view(): DataView {
    return this.#block.view;
  }

  /** Goes to other bytes. */
  enter(bytes: Uint8Array): void {
    this.#block.enter(bytes);
  }

  /** All blocks from `start` on that need no closer look; `base`: offset in the file of the first byte. */
  plainBlocks(start: number, base: number): number {
    if (this.#crcBytes > 0) return start;
    return readPlainBlocks(this.#block, start, base, this.#sizes.lengthSizes, this.#handler);
  }

  /** The frame `[at, at + total)`. */
  frame(at: number, total: number, base: number): FrameKind {
    const { bytes } = this.#block;
    const channel = indexAt(bytes, at);
    const head = this.#sizes.headBytes(channel);
    const [position, end] = [base + at, at + total];
    if (total === head) {
      this.#handler.onZeroLength(channel, position);
      return "block";
    }
    if (this.#crcBytes > 0 && !hasValidCrc(bytes, at, head, end)) {
      this.count(channel);
      this.#handler.onCrcFailure(channel, position);
      return "damaged";
    }
    return this.#dispatch(channel, at + head, end - this.#crcBytes, position);
  }

  #dispatch(channel: number, controlAt: number, end: number, position: number): FrameKind {
    if (channel === infoChannel) {
      this.#handler.onInfo(this.#block.bytes.subarray(controlAt + controlBytes, end), position);
      return "info";
    }
    if (channel === signatureChannel) {
      this.#handler.onSignature(position);
      return "block";
    }
    this.count(channel);
    this.#block.moveTo(position, controlAt, end);
    this.#handler.sinks[channel]?.decode(this.#block);
    return "block";
  }

  count(channel: number): void {
    const { blockCounts } = this.#handler;
    blockCounts[channel] = (blockCounts[channel] ?? 0) + 1;
  }

  /** What there is of a cut last block, if that may be read: without its checksum only by force (§4.3). */
  cutBlock(bytes: Uint8Array, position: number, salvage: boolean | "force"): Block | undefined {
    const controlAt = this.#sizes.headBytes(indexAt(bytes, 0));
    if (!salvage || (this.#crcBytes > 0 && salvage !== "force")) return undefined;
    if (bytes.length <= controlAt + controlBytes) return undefined;
    const end = this.#sizes.frameBytes(bytes, 0, bytes.length) - this.#crcBytes;
    this.#block.enter(bytes);
    this.#block.moveTo(position, controlAt, Math.min(bytes.length, end));
    return this.#block;
  }
}
