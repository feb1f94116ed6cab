import type { Block } from "./block.ts";
import type { SingleStage } from "./single-stage.ts";

/** Takes the blocks of one channel. A block is only valid during the call. */
export interface BlockSink {
  decode(block: Block): void;
  /** Takes the samples of the channel that wait in the stage. */
  unstage(): void;
}

/** What a scanner finds on its way. */
export interface BlockHandler {
  /** By channel index. Undefined: blocks of the channel are skipped by their length and only counted. */
  readonly sinks: readonly (BlockSink | undefined)[];
  readonly stage: SingleStage;
  /** By channel index: complete blocks, counted by the scanner. */
  readonly blockCounts: Float64Array;
  /** The bytes in which the blocks since the last call lay are about to be reused. */
  onBytesLeft(): void;
  onZeroLength(channel: number, position: number): void;
  onCrcFailure(channel: number, position: number): void;
  onTooLarge(channel: number, position: number, bytes: number): void;
  onSignature(position: number): void;
  onInfo(payload: Uint8Array, position: number): void;
  /** Behind the info block: the bytes that may hold the magic trailer, and how many there were in all. */
  onTail(tail: Uint8Array, totalBytes: number): void;
  onUnknownChannel(channel: number, position: number): void;
  onResynchronised(position: number, skippedBytes: number): void;
  onStrayByte(position: number): void;
  /** The file ends inside this block. With `salvage`, `block` holds what there is of it. */
  onTruncated(channel: number, position: number, block: Block | undefined): void;
}
