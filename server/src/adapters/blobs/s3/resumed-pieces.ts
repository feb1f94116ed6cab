import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import {
  type ByteRange,
  blobDamaged,
  blobMissing,
  filesUnavailable,
  type StoredBytes,
} from "../../../core/files/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import { type ContentSums, pieceBytes } from "../content-sums.ts";
import type { ObjectBytes } from "./s3-bucket.ts";
import { wholePieces } from "./whole-pieces.ts";

/** Answers in a row that ended early without a whole piece; then whoever reads is told. */
const emptyAnswers = 3;
const waitMs = 200;

type Fetch = (range: ByteRange) => Promise<ObjectBytes | undefined>;

/**
 * The bytes of a range, piece by piece; none leaves before its piece was found equal to what was stored [REL5]. One answer
 * of the server carries as much as it can: one that is cut, by a fault or because its reader is slow, is taken up again
 * where it ended.
 */
export async function* resumedPieces(
  fetch: Fetch,
  content: StoredBytes,
  sums: ContentSums,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const last = Math.min(content.size, (Math.floor(end / pieceBytes) + 1) * pieceBytes) - 1;
  let at = Math.floor(start / pieceBytes) * pieceBytes;
  for (let failures = 0; at <= last; ) {
    const body = await bodyOf(fetch, content, { start: at, end: last });
    try {
      for await (const piece of wholePieces(body, at, last + 1)) {
        if (crc32(piece) !== sums.crcs[at / pieceBytes]) throw differs(content, at, piece.length);
        const from = at;
        at += piece.length;
        failures = 0;
        yield piece.subarray(Math.max(0, start - from), Math.min(piece.length, end + 1 - from));
      }
    } catch (error) {
      if (error instanceof AppError || ++failures >= emptyAnswers) throw endedEarly(error);
    } finally {
      body.destroy();
    }
    if (at <= last) await sleep(waitMs * failures);
  }
}

async function bodyOf(fetch: Fetch, content: StoredBytes, range: ByteRange): Promise<Readable> {
  const found = await fetch(range);
  if (!found) throw blobMissing(content.sha256);
  if (found.size === content.size) return found.bytes;
  found.bytes.destroy();
  throw blobDamaged(content.sha256, `it has ${found.size} bytes instead of ${content.size}`);
}

const differs = ({ sha256 }: StoredBytes, at: number, length: number): AppError =>
  blobDamaged(sha256, `bytes ${at} to ${at + length - 1} differ`);

const endedEarly = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : filesUnavailable({ message: error instanceof Error ? error.message : String(error) });
