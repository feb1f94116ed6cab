import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { ByteRange } from "../../core/files/index.ts";
import { type ContentSums, pieceBytes } from "./content-sums.ts";

/** Fills the buffer, or as much of it as the file has. */
export async function readFully(handle: FileHandle, into: Uint8Array, position: number): Promise<number> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await handle.read(into, at, into.length - at, position + at);
    if (bytesRead === 0) return at;
    at += bytesRead;
  }
  return into.length;
}

/**
 * The bytes of a range, piece by piece; none leaves before the piece it is in was found equal to what was stored
 * [REL5]. `damaged` makes the error of one that was not.
 */
export async function* checkedPieces(
  handle: FileHandle,
  sums: ContentSums,
  { start, end }: ByteRange,
  damaged: (reason: string) => Error,
): AsyncGenerator<Buffer> {
  for (let index = Math.floor(start / pieceBytes); index * pieceBytes <= end; index++) {
    const from = index * pieceBytes;
    const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, sums.size - from));
    const read = await readFully(handle, piece, from);
    if (read < piece.length) throw damaged(`it ends at byte ${from + read} of ${sums.size}`);
    if (crc32(piece) !== sums.crcs[index]) throw damaged(`bytes ${from} to ${from + piece.length - 1} differ`);
    yield piece.subarray(Math.max(0, start - from), Math.min(piece.length, end + 1 - from));
  }
}
