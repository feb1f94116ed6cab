import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf, shardCount, shardOf } from "./shard-of.ts";

test("[CLU2] the shard of a device is that of the CRC-32 of its id, whatever letters it has, in every release", () => {
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), fc.string(), fc.string({ unit: "grapheme" })), (id) => {
      expect(hashOf(id)).toBe(crc32(id.toWellFormed()));
    }),
  );

  expect(shardOf("3b9c2f64-8d0e-4f6a-9d55-0c1f5e7a2b11")).toBe(
    crc32("3b9c2f64-8d0e-4f6a-9d55-0c1f5e7a2b11") % shardCount,
  );
});
