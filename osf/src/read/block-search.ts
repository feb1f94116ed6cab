import type { Channel } from "../format/channel.ts";
import { indexBytes } from "../format/control.ts";
import { joined } from "./byte-gatherer.ts";
import { hasValidCrc, lengthAt } from "./frame-head.ts";
import { isPlausibleBlock, plausibleHeadBytes } from "./plausible-block.ts";

/** Finds the next block behind bytes that cannot be trusted. */
export class BlockSearch {
  readonly #channels: ReadonlyMap<number, Channel>;
  readonly #crcBytes: number;

  constructor(channels: readonly Channel[], crcBytes: number) {
    this.#channels = new Map(channels.map((channel) => [channel.index, channel]));
    this.#crcBytes = crcBytes;
  }

  /** The first place from `from` on that looks like a block, or -1; heads that reach over the end are not judged. */
  find(view: DataView, from: number): number {
    for (let at = from; at <= this.lastPlace(view); at++) if (this.#plausible(view, at)) return at;
    return -1;
  }

  /** The last place whose head lies inside. */
  lastPlace(view: DataView): number {
    return view.byteLength - plausibleHeadBytes;
  }

  /**
   * The first plausible block from `from` on that ends within the first `length` bytes, and has a right checksum if it
   * has one; or -1. The bytes have to be padded.
   */
  findComplete(padded: Uint8Array, length: number, from: number): number {
    const view = new DataView(padded.buffer, padded.byteOffset);
    for (let at = from; at < length; at++) {
      const channel = this.#plausible(view, at);
      if (!channel) continue;
      const head = indexBytes + channel.lengthSize;
      const end = at + head + lengthAt(padded, at, channel.lengthSize);
      if (end <= length && (this.#crcBytes === 0 || hasValidCrc(padded, at, head, end))) return at;
    }
    return -1;
  }

  #plausible(view: DataView, at: number): Channel | undefined {
    const channel = this.#channels.get(view.getUint16(at, true));
    return channel && isPlausibleBlock(channel, view, at, this.#crcBytes) ? channel : undefined;
  }
}

/** Bytes with room behind them, so that every place can be judged like a block's head. */
export const padForSearch = (bytes: Uint8Array): Uint8Array => joined(bytes, new Uint8Array(plausibleHeadBytes));
