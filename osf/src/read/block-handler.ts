import type { Block } from "./block.ts";

/** What a scanner finds on its way. */
export interface BlockHandler {
  /** False: blocks of the channel are skipped by their length and only announced by `onUnwanted`. */
  wants(channel: number): boolean;
  onBlock(channel: number, block: Block): void;
  onUnwanted(channel: number): void;
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
