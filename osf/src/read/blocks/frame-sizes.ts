import type { Channel } from "../../format/channel.ts";
import { indexBytes, infoChannel, signatureChannel } from "../../format/control.ts";
import type { IntegrityLevel } from "../../format/magic-line.ts";
import { indexAt, lengthAt } from "./frame-head.ts";

/** Knows how long blocks are: the width of a length field depends on the channel (§4). */
export class FrameSizes {
  /** Width of the length field by channel index; 0: unknown. */
  readonly lengthSizes = new Uint8Array(0x10000);

  constructor(channels: readonly Channel[], integrity: IntegrityLevel) {
    for (const { index, lengthSize } of channels) this.lengthSizes[index] = lengthSize;
    this.lengthSizes[infoChannel] = 4;
    if (integrity === "signed") this.lengthSizes[signatureChannel] = 4;
  }

  /** Bytes in front of the control byte. */
  headBytes(channel: number): number {
    return indexBytes + (this.lengthSizes[channel] as number);
  }

  /** Bytes of the block at `at` as far as is known: its head, then all of it; 0 when its channel is unknown. */
  frameBytes(bytes: Uint8Array, at: number, available: number): number {
    if (available < indexBytes) return indexBytes;
    const size = this.lengthSizes[indexAt(bytes, at)] as number;
    if (size === 0) return 0;
    const head = indexBytes + size;
    return available < head ? head : head + lengthAt(bytes, at, size);
  }

  /** Whether index and length of the block at `at` are there. */
  isHeadComplete(bytes: Uint8Array, at: number, available: number): boolean {
    if (available < indexBytes) return false;
    const size = this.lengthSizes[indexAt(bytes, at)] as number;
    return size > 0 && available >= indexBytes + size;
  }
}
