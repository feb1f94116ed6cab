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

  /** The first plausible block that is there to its last byte, and has a right checksum if it has one; or -1. */
  findComplete(bytes: Uint8Array, from: number): number {
    const padded = joined(bytes, new Uint8Array(plausibleHeadBytes));
    const view = new DataView(padded.buffer);
    for (let at = from; at < bytes.length; at++) {
      const channel = this.#plausible(view, at);
      if (!channel) continue;
      const head = indexBytes + channel.lengthSize;
      const end = at + head + lengthAt(padded, at, channel.lengthSize);
      if (end <= bytes.length && (this.#crcBytes === 0 || hasValidCrc(bytes, at, head, end))) return at;
    }
    return -1;
  }

  #plausible(view: DataView, at: number): Channel | undefined {
    const channel = this.#channels.get(view.getUint16(at, true));
    return channel && isPlausibleBlock(channel, view, at, this.#crcBytes) ? channel : undefined;
  }
}
