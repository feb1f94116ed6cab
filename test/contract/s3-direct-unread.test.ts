import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { OpenedContent } from "../../server/src/core/files/index.ts";
import { s3Store } from "../support/s3-store.ts";
import { isLongRun } from "../switches.ts";

const large = randomBytes(9_000_000);
const bytesOf = async ({ bytes }: OpenedContent): Promise<Buffer> => Buffer.concat(await bytes.toArray());

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

test("[REL3, API11] downloads that nobody reads keep no connection from others, and are whole when they are read at last", async () => {
  await using home = await s3Store({ connections: 2, unreadMs: 20 });
  const stored = await home.store.put(whole(large), Number.POSITIVE_INFINITY);
  const unread: OpenedContent[] = [];
  for (let opened = 0; opened < 3; opened++) unread.push(await home.store.open(stored));

  const read = await bytesOf(await home.store.open(stored));

  expect(read.equals(large)).toBe(true);
  const readAtLast = await Promise.all(unread.map(bytesOf));
  expect(readAtLast.map((bytes) => bytes.equals(large))).toEqual(unread.map(() => true));
});

/** At its begin, twice in a row, in its middle and near its end; each time costs two more downloads. */
const isCutAfter = (pieces: number): boolean => isLongRun() || [1, 2, 3, 40, 41, 80, 110, 125, 126].includes(pieces);

test("[REL3] one that is cut off again and again while others wait comes whole, however slowly it is read", async () => {
  await using home = await s3Store({ connections: 2, unreadMs: 5 });
  const stored = await home.store.put(whole(large), Number.POSITIVE_INFINITY);
  const pieces: Buffer[] = [];
  const asked = { contents: 0, byOthers: 0 };
  home.server.fault = (_, key) => {
    if (key.includes("contents/")) asked.contents++;
    return undefined;
  };
  for await (const piece of (await home.store.open(stored)).bytes as AsyncIterable<Buffer>) {
    pieces.push(piece);
    if (!isCutAfter(pieces.length)) continue;
    const others = await Promise.all([home.store.open(stored), home.store.open(stored)]);
    for (const { bytes } of others) bytes.destroy();
    asked.byOthers += others.length;
  }

  expect(asked.contents).toBeGreaterThan(asked.byOthers + 1); // it was cut off, and went on
  expect(Buffer.concat(pieces).equals(large)).toBe(true);
});

test("[REL3, API11] whoever finds no free connection in time is told so, and gets one when there is one", async () => {
  await using home = await s3Store({ connections: 2, connectionWaitMs: 50 });
  const stored = await home.store.put(whole(large), Number.POSITIVE_INFINITY);
  const [first, second] = [await home.store.open(stored), await home.store.open(stored)];

  await expect(home.store.open(stored)).rejects.toMatchObject({ code: "FILES_BUSY", fault: "busy" });
  first.bytes.destroy();
  const [third, read] = await Promise.all([home.store.open(stored).then(bytesOf), bytesOf(second)]);
  expect([third.equals(large), read.equals(large)]).toEqual([true, true]);
});
