import { constants, crc32, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { bytea } from "./binary-arrays.ts";

/** Shorter frames are stored as they are: there is little to gain. */
const shortFrame = 1024;
/** The first byte of what zstd makes; that of a frame is its version, a small number. */
const zstdMark = 0x28;
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** A frame on its way into the log: what it is long, the server writes twice, and keeps until it has cleaned up. */
export interface StoredFrame {
  readonly bytes: Buffer;
  readonly check: number;
}

export function storedFrame(frame: Uint8Array): StoredFrame {
  const packed = frame.length < shortFrame ? undefined : zstdCompressSync(frame, { params });
  const bytes = packed !== undefined && packed.length < frame.length ? packed : bytea(frame);
  return { bytes, check: crc32(bytes) };
}

/** Undefined when it is not what was stored. */
export function frameOf(bytes: Uint8Array | undefined, check: number): Uint8Array | undefined {
  if (bytes === undefined || crc32(bytes) !== check) return undefined;
  return bytes[0] === zstdMark ? zstdDecompressSync(bytes) : bytes;
}
