import { crc32 } from "node:zlib";

/** What is checked, and sent, at once: a quarter of a MiB, so that a slow reader holds no more than that [REL2, REL5]. */
export const pieceBytes = 256 * 1024;

/** CRC-32 of each piece of a content, in order; the last one may be short. */
export interface ContentSums {
  readonly size: number;
  readonly crcs: Uint32Array;
}

/** Gathers the sums of a content that comes in chunks of any size. */
export class SumsBuilder {
  readonly #crcs: number[] = [];
  #crc = 0;
  #size = 0;

  add(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + pieceBytes - (this.#size % pieceBytes));
      this.#crc = crc32(part, this.#crc);
      this.#size += part.length;
      at += part.length;
      if (this.#size % pieceBytes === 0) this.#endPiece();
    }
  }

  finish(): ContentSums {
    if (this.#size % pieceBytes !== 0) this.#endPiece();
    return { size: this.#size, crcs: Uint32Array.from(this.#crcs) };
  }

  #endPiece(): void {
    this.#crcs.push(this.#crc);
    this.#crc = 0;
  }
}

const magic = 0x48_53_55_31; // "HSU1"
const headBytes = 16;

/** Magic, size, the sums, and a CRC of all that: they are not synced, so half of them may be found after a crash. */
export function encodeSums({ size, crcs }: ContentSums): Buffer {
  const bytes = Buffer.alloc(headBytes + crcs.length * 4);
  bytes.writeUInt32BE(magic, 0);
  bytes.writeBigUInt64BE(BigInt(size), 4);
  for (const [index, crc] of crcs.entries()) bytes.writeUInt32BE(crc, headBytes + index * 4);
  bytes.writeUInt32BE(ownCheck(bytes), 12);
  return bytes;
}

/** Undefined: these are not the sums of a content of this size. */
export function decodeSums(bytes: Buffer, size: number): ContentSums | undefined {
  const count = Math.ceil(size / pieceBytes);
  if (bytes.length !== headBytes + count * 4 || bytes.readUInt32BE(0) !== magic) return undefined;
  if (bytes.readBigUInt64BE(4) !== BigInt(size) || bytes.readUInt32BE(12) !== ownCheck(bytes)) return undefined;
  return { size, crcs: Uint32Array.from({ length: count }, (_, index) => bytes.readUInt32BE(headBytes + index * 4)) };
}

const ownCheck = (bytes: Buffer): number => crc32(bytes.subarray(headBytes), crc32(bytes.subarray(0, 12)));
