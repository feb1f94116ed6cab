import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type ByteRange, blobDamaged, blobMissing, type StoredBytes } from "../../../core/files/index.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { type ContentSums, pieceBytes } from "../content-sums.ts";
import { FaultsInARow } from "./asked-again.ts";
import type { ObjectBytes } from "./s3-bucket.ts";
import { wholePieces } from "./whole-pieces.ts";

type Fetch = (range: ByteRange) => Promise<ObjectBytes | undefined>;

/**
 * The bytes of a range, piece by piece; none leaves before its piece was found equal to what was stored [REL5]. One answer
 * of the server carries as much as it can: one that is cut, by a fault or because its reader is slow, is taken up again
 * where it ended, and a wrong one where it was right.
 */
export async function* resumedPieces(
  fetch: Fetch,
  content: StoredBytes,
  sums: ContentSums,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const last = Math.min(content.size, (Math.floor(end / pieceBytes) + 1) * pieceBytes) - 1;
  const faults = new FaultsInARow();
  for (let at = Math.floor(start / pieceBytes) * pieceBytes; at <= last; ) {
    try {
      for await (const piece of answered(fetch, content, { start: at, end: last })) {
        if (crc32(piece) !== sums.crcs[at / pieceBytes]) throw differs(content, at, piece.length);
        const from = at;
        at += piece.length;
        faults.over();
        yield piece.subarray(Math.max(0, start - from), Math.min(piece.length, end + 1 - from));
      }
    } catch (error) {
      await faults.met(error);
    }
  }
}

/** What one answer brings. */
async function* answered(fetch: Fetch, content: StoredBytes, range: ByteRange): AsyncGenerator<Buffer> {
  const body = await bodyOf(fetch, content, range);
  try {
    yield* wholePieces(body, range.start, range.end + 1);
  } finally {
    body.destroy();
  }
}

async function bodyOf(fetch: Fetch, content: StoredBytes, range: ByteRange): Promise<Readable> {
  const found = await fetch(range);
  if (!found) throw blobMissing(content.sha256);
  if ((found.size ?? content.size) === content.size) return found.bytes;
  found.bytes.destroy();
  throw blobDamaged(content.sha256, `it has ${found.size} bytes instead of ${content.size}`);
}

const differs = ({ sha256 }: StoredBytes, at: number, length: number): AppError =>
  blobDamaged(sha256, `bytes ${at} to ${at + length - 1} differ`);
