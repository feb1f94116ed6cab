import type { Channel } from "../../format/channel.ts";
import { indexBytes } from "../../format/control.ts";
import { joined } from "../source/byte-gatherer.ts";
import { hasValidCrc } from "./frame-head.ts";
import { isPlausibleBlock, plausibleHeadBytes } from "./plausible-block.ts";

/**
 * For every place it looks at a search may spend so many bytes on checksums, and a million at the beginning: lengths
 * that lie would make it go over the rest of the file at each place otherwise.
 */
const checkedPerPlace = 16;
const initialCredit = 1 << 20;

interface FoundBlock {
  /** Bytes of index and length. */
  readonly head: number;
  readonly end: number;
}

/** Finds the next block behind bytes that cannot be trusted. */
export class BlockSearch {
  readonly #channels: ReadonlyMap<number, Channel>;
  readonly #crcBytes: number;
  #credit = initialCredit;

  constructor(channels: readonly Channel[], crcBytes: number) {
    this.#channels = new Map(channels.map((channel) => [channel.index, channel]));
    this.#crcBytes = crcBytes;
  }

  /** The first place from `from` on that looks like a block, or -1; heads that reach over the end are not judged. */
  find(view: DataView, from: number): number {
    for (let at = from; at <= this.lastPlace(view); at++) if (this.#blockAt(view, at)) return at;
    return -1;
  }

  /** What was found turned out to be none: its checksum, over so many bytes, is wrong. */
  failed(bytes: number): void {
    this.#credit -= bytes;
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
      const found = this.#blockAt(view, at);
      if (found && found.end <= length && this.#isIntact(padded, at, found)) return at;
    }
    return -1;
  }

  #isIntact(bytes: Uint8Array, at: number, { head, end }: FoundBlock): boolean {
    const isIntact = this.#crcBytes === 0 || hasValidCrc(bytes, at, head, end);
    if (!isIntact) this.failed(end - at);
    return isIntact;
  }

  /** The plausible block at this place; undefined where there is none, or checking it is out of proportion. */
  #blockAt(view: DataView, at: number): FoundBlock | undefined {
    this.#credit += checkedPerPlace;
    const channel = this.#channels.get(view.getUint16(at, true));
    if (!channel || !isPlausibleBlock(channel, view, at, this.#crcBytes)) return undefined;
    const head = indexBytes + channel.lengthSize;
    const length = channel.lengthSize === 2 ? view.getUint16(at + 2, true) : view.getUint32(at + 2, true);
    const isTooDear = this.#crcBytes > 0 && head + length > this.#credit;
    return isTooDear ? undefined : { head, end: at + head + length };
  }
}

/** Bytes with room behind them, so that every place can be judged like a block's head. */
export const padForSearch = (bytes: Uint8Array): Uint8Array => joined(bytes, new Uint8Array(plausibleHeadBytes));
