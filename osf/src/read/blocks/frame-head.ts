import { controlBytes, crcBytes } from "../../format/control.ts";
import { crc32c } from "../../format/crc32c.ts";

/** Channel index of the block at `at`. */
export function indexAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
}

/** Length field of the block at `at`, `size` bytes wide. */
export function lengthAt(bytes: Uint8Array, at: number, size: number): number {
  const low = (bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8);
  return size === 2 ? low : low + ((bytes[at + 4] as number) | ((bytes[at + 5] as number) << 8)) * 0x10000;
}

/** Whether `bytes[at, end)`, a block with a head of `head` bytes, ends with its own checksum (§10.2). */
export function hasValidCrc(bytes: Uint8Array, at: number, head: number, end: number): boolean {
  if (end - at - head < controlBytes + crcBytes) return false;
  const stored = new DataView(bytes.buffer, bytes.byteOffset + end - crcBytes, crcBytes).getUint32(0, true);
  return crc32c(bytes, at, end - crcBytes) === stored;
}
