import { crc32, createInflate, createInflateRaw } from "node:zlib";
import { joined } from "../read/source/byte-gatherer.ts";
import { type Inflate, InflateProblem } from "../read/source/inflate.ts";
import { PackedInput } from "../read/source/packed-input.ts";
import { gzipEndBytes, gzipHeadLength, maxGzipHeadBytes } from "./gzip-head.ts";
import { outputBytes, Unpacking } from "./unpacking.ts";

const settings = { chunkSize: outputBytes };

/**
 * Inflate with node:zlib: several gzip members are read as one, and the work is done in another thread while the
 * samples of the pieces before are decoded. Cut data is delivered to its end, then reported (§11).
 */
export const inflateWithZlib: Inflate = async function* (chunks, kind) {
  const input = new PackedInput(chunks);
  try {
    if (kind === "zlib") yield* new Unpacking(createInflate(settings), input).output();
    else yield* inflateMembers(input);
    if (await input.take(1)) throw new InflateProblem("surplus");
  } finally {
    await input.close();
  }
};

/**
 * Heads and ends of members are ours: the gzip of zlib takes whatever follows a member for the next one, fails, and
 * drops what it has just unpacked.
 */
async function* inflateMembers(input: PackedInput): AsyncIterable<Uint8Array> {
  if (!(await passHead(input))) throw new InflateProblem("damaged");
  do {
    const seen = { crc: 0, length: 0 };
    for await (const piece of new Unpacking(createInflateRaw(settings), input).output()) {
      seen.crc = crc32(piece, seen.crc);
      seen.length += piece.length;
      yield piece;
    }
    await checkEnd(input, seen);
  } while (await passHead(input));
}

/** Goes past the head of a member; false, and nothing is lost, where none follows. */
async function passHead(input: PackedInput): Promise<boolean> {
  let bytes: Uint8Array = new Uint8Array(0);
  for (;;) {
    const length = gzipHeadLength(bytes);
    if (typeof length === "number") {
      input.putBack(bytes.subarray(length));
      return true;
    }
    const more = length === "none" || bytes.length > maxGzipHeadBytes ? undefined : await input.take(maxGzipHeadBytes);
    if (!more) {
      if (length === "more" && bytes.length > 0) throw new InflateProblem("truncated");
      input.putBack(bytes);
      return false;
    }
    bytes = joined(bytes, more);
  }
}

async function checkEnd(input: PackedInput, { crc, length }: { readonly crc: number; readonly length: number }) {
  let end: Uint8Array = new Uint8Array(0);
  while (end.length < gzipEndBytes) {
    const more = await input.take(gzipEndBytes - end.length);
    if (!more) throw new InflateProblem("truncated");
    end = joined(end, more);
  }
  const view = new DataView(end.buffer, end.byteOffset);
  if (view.getUint32(0, true) !== crc || view.getUint32(4, true) !== length % 2 ** 32)
    throw new InflateProblem("damaged");
}
