import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { pieceBytes } from "../content-sums.ts";
import { GivenUpError } from "./connection-places.ts";
import { wholePieces } from "./whole-pieces.ts";

const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
const inChunks = (whole: Buffer, of: number): Buffer[] =>
  Array.from({ length: Math.ceil(whole.length / of) }, (_, at) => whole.subarray(at * of, (at + 1) * of));

test.each([1_000, 16_384, pieceBytes, 3 * pieceBytes])(
  "[FILE6] chunks of %i bytes become whole pieces, the last one short",
  async (of) => {
    const whole = bytes(2 * pieceBytes + 5);

    const pieces = await Array.fromAsync(wholePieces(Readable.from(inChunks(whole, of)), 0, whole.length));

    expect(pieces.map(({ length }) => length)).toEqual([pieceBytes, pieceBytes, 5]);
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
  },
);

test("[FILE6] an answer that ends early gives its whole pieces and then says where it ended", async () => {
  const body = Readable.from(inChunks(bytes(pieceBytes + 10), 1_000));
  const pieces = wholePieces(body, pieceBytes, 4 * pieceBytes);

  expect((await pieces.next()).value?.length).toBe(pieceBytes);
  await expect(pieces.next()).rejects.toThrow(`ended at byte ${2 * pieceBytes + 10} of ${4 * pieceBytes}`);
});

test("[REL2] while its reader takes nothing an answer waits after a few pieces", async () => {
  const body = new PassThrough({ highWaterMark: 16_384 });
  const pieces = wholePieces(body, 0, 100 * pieceBytes);
  const first = pieces.next();
  let written = 0;
  for (; written < 100; written++) {
    const hasRoom = body.write(bytes(pieceBytes));
    await new Promise(setImmediate);
    if (!hasRoom && body.isPaused()) break;
  }

  expect((await first).value?.length).toBe(pieceBytes);
  expect(written).toBeLessThan(5);
  await pieces.return(undefined);
});

test("[REL3] a short answer is taken to its end though nobody reads it, so that its connection is free", async () => {
  const body = Readable.from(inChunks(bytes(4 * pieceBytes), 16_384));
  const pieces = wholePieces(body, 0, 4 * pieceBytes);
  const first = pieces.next();

  await once(body, "end");
  expect((await first).value?.length).toBe(pieceBytes);
  expect((await Array.fromAsync(pieces)).length).toBe(3);
});

test("[REL3] of an answer that was given up since nobody read it nothing is kept: it is asked for again", async () => {
  const body = new PassThrough({ highWaterMark: 16_384 });
  const pieces = wholePieces(body, 0, 100 * pieceBytes);
  const first = pieces.next();
  body.write(bytes(3 * pieceBytes));
  expect((await first).value?.length).toBe(pieceBytes);

  body.destroy(new GivenUpError());
  await new Promise((resolve) => body.once("close", resolve));

  await expect(pieces.next()).rejects.toThrow(GivenUpError);
});
