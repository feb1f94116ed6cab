import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { decodeSums, encodeSums, pieceBytes, SumsBuilder } from "./content-sums.ts";
import { crcOfPieces } from "./crc-of-pieces.ts";

const sumsOf = (content: Uint8Array, chunkBytes: number) => {
  const sums = new SumsBuilder();
  for (let at = 0; at < content.length; at += chunkBytes) sums.add(content.subarray(at, at + chunkBytes));
  return sums.finish();
};

test.for([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes, 3 * pieceBytes + 77])(
  "[FILE5] the CRC of a content of %s bytes follows from those of its pieces, whatever the chunks were",
  (size) => {
    const content = randomBytes(size);

    for (const chunkBytes of [1_000, 65_536, pieceBytes, 600_000]) {
      expect(crcOfPieces(sumsOf(content, chunkBytes))).toBe(crc32(content));
    }
  },
);

test("[REL5] sums that were cut or changed are not taken for sums", () => {
  const sums = sumsOf(randomBytes(3 * pieceBytes + 5), 100_000);
  const bytes = encodeSums(sums);

  expect(decodeSums(bytes, sums.size)).toEqual(sums);
  expect(decodeSums(bytes, sums.size + 1)).toBeUndefined();
  expect(decodeSums(bytes.subarray(0, bytes.length - 1), sums.size)).toBeUndefined();
  expect(decodeSums(Buffer.alloc(0), sums.size)).toBeUndefined();
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(decodeSums(changed, sums.size)).toBeUndefined();
  }
});
