import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameError, FrameReader } from "./frame-reader.ts";

const limit = 70_000;

/** Packets of lengths around the borders of the length field, 127 and 16,383. */
const body = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.integer({ min: 120, max: 135 }).map((length) => new Uint8Array(length).fill(length)),
  fc.integer({ min: 16_380, max: 16_390 }).map((length) => new Uint8Array(length).fill(7)),
);

function framed(bytes: Uint8Array): Buffer {
  const length: number[] = [];
  let rest = bytes.length;
  do {
    const more = rest >= 128;
    length.push((rest % 128) | (more ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Buffer.from([0x30, ...length]), bytes]);
}

function readAll(reader: FrameReader): Buffer[] {
  const frames: Buffer[] = [];
  for (let frame = reader.next(); frame; frame = reader.next()) frames.push(frame);
  return frames;
}

test("however the bytes are cut, the same packets come out, and those handed out before stay as they were", () => {
  fc.assert(
    fc.property(fc.array(body, { maxLength: 8 }), fc.array(fc.nat(60_000), { maxLength: 12 }), (bodies, cuts) => {
      const frames = bodies.map(framed);
      const stream = Buffer.concat(frames);
      const borders = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].sort((a, b) => a - b);
      const reader = new FrameReader(limit);
      const read: Buffer[] = [];
      for (const [index, start] of borders.slice(0, -1).entries()) {
        const chunk = stream.subarray(start, borders[index + 1]);
        if (chunk.length > 0) reader.push(Buffer.from(chunk));
        read.push(...readAll(reader));
      }

      expect(read.map((frame) => frame.toString("hex"))).toEqual(frames.map((frame) => frame.toString("hex")));
      expect(reader.buffered).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test("[MQ8] a packet over the limit is refused by its length field, before its body has come", () => {
  const reader = new FrameReader(1_000);
  reader.push(Buffer.from([0x30, 0xe8, 0x07])); // 1,000 bytes of body: 1,003 in all

  expect(() => reader.next()).toThrow(new FrameError("too-large", "A packet may have 1000 bytes at most"));
});

test.each([
  ["five bytes of length", [0x30, 0x80, 0x80, 0x80, 0x80, 0x01]],
  ["a length without end", [0x30, 0xff, 0xff, 0xff, 0xff]],
])("%s are refused", (_, bytes) => {
  const reader = new FrameReader(2 ** 28);
  reader.push(Buffer.from(bytes));

  expect(() => reader.next()).toThrow(FrameError);
});

test("half a header is waited for", () => {
  const reader = new FrameReader(limit);
  reader.push(Buffer.from([0x30]));
  expect(reader.next()).toBeUndefined();
  reader.push(Buffer.from([0x82]));
  expect(reader.next()).toBeUndefined();
});
