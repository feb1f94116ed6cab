import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { inflateWithZlib, type OsfFile, openOsf, type ReadOptions } from "@heliograph/osf/node";
import { type CheckedContent, damagedCode } from "./jobs.ts";

/** A piece of the content is not what was stored. */
class DamagedPieceError extends Error {
  readonly code = damagedCode;
}

/** A measurement file of which nothing is decoded that was not found equal to what was stored [REL5]. */
export const openChecked = (content: CheckedContent, options: ReadOptions = {}): Promise<OsfFile> =>
  openOsf(() => checkedPieces(content), { inflate: inflateWithZlib, ...options });

/** One buffer serves all reads: the decoder keeps nothing of a chunk. */
async function* checkedPieces({ path, size, crcs, pieceBytes }: CheckedContent): AsyncGenerator<Uint8Array> {
  const file = await open(path, "r");
  try {
    const buffer = new Uint8Array(pieceBytes);
    for (const [index, crc] of crcs.entries()) {
      const from = index * pieceBytes;
      const piece = buffer.subarray(0, Math.min(pieceBytes, size - from));
      await fill(file, piece, from, size);
      if (crc32(piece) !== crc) throw new DamagedPieceError(`bytes ${from} to ${from + piece.length - 1} differ`);
      yield piece;
    }
  } finally {
    await file.close();
  }
}

/** A medium may give less than was asked for. */
async function fill(file: FileHandle, piece: Uint8Array, from: number, size: number): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    const { bytesRead } = await file.read(piece, at, piece.length - at, from + at);
    if (bytesRead === 0) throw new DamagedPieceError(`it ends at byte ${from + at} of ${size}`);
    at += bytesRead;
  }
}
