import { controlBytes, crcBytes, indexBytes } from "../format/control.ts";
import { crc32c } from "../format/crc32c.ts";

const smallestCapacity = 1 << 16;

/** Output that grows; blocks are begun, filled and ended, and only whole blocks leave it. */
export class BlockBuffer {
  length = 0;
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(smallestCapacity);
  view: DataView = new DataView(this.bytes.buffer);
  readonly #crcBytes: number;

  constructor(hasCrc: boolean) {
    this.#crcBytes = hasCrc ? crcBytes : 0;
  }

  /** The longest payload behind the control byte that the length field can express (§8.4). */
  maxPayload(lengthSize: 2 | 4): number {
    const longest = lengthSize === 2 ? 0xffff : 2 ** 31 - 1025;
    return longest - controlBytes - this.#crcBytes;
  }

  /** Writes index, length and control byte of a block and returns where its payload goes. */
  begin(channel: number, lengthSize: 2 | 4, control: number, payloadBytes: number): number {
    const head = indexBytes + lengthSize + controlBytes;
    this.#reserve(head + payloadBytes + this.#crcBytes);
    const at = this.length;
    const length = controlBytes + payloadBytes + this.#crcBytes;
    this.view.setUint16(at, channel, true);
    if (lengthSize === 2) this.view.setUint16(at + indexBytes, length, true);
    else this.view.setUint32(at + indexBytes, length, true);
    this.view.setUint8(at + head - 1, control);
    return at + head;
  }

  /** Closes the block whose payload ends at `end`. */
  end(end: number): void {
    if (this.#crcBytes > 0) this.view.setUint32(end, crc32c(this.bytes, this.length, end), true);
    this.length = end + this.#crcBytes;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Hands out everything written so far; the caller owns it. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}
