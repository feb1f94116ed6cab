import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { FsBlobStore } from "../../server/src/adapters/blobs-fs/fs-blob-store.ts";
import { BlobCleaner } from "../../server/src/core/files/index.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { tempFolder } from "../support/temp-folder.ts";

const grace = 1_000;

async function arrange() {
  const folder = await tempFolder();
  const blobs = new FsBlobStore(folder.path);
  await blobs.start();
  const referenced = new Set<string>();
  const store = { referenced: async (hashes: readonly string[]) => referenced.intersection(new Set(hashes)) };
  const time = { now: 10_000 };
  const put = async (text: string) => {
    const { sha256, release } = await blobs.put(Readable.from([Buffer.from(text)]), 1_000);
    referenced.add(sha256);
    release();
    return sha256;
  };
  return {
    cleaner: new BlobCleaner(store, blobs, grace, () => epochMs(time.now)),
    referenced,
    time,
    put,
    kept: async () => (await Array.fromAsync(blobs.all())).flat(),
    [Symbol.asyncDispose]: async () => {
      await blobs.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("[DEV3] the contents of a removed device go a while after it, without a restart; others stay", async () => {
  await using given = await arrange();
  const [gone, stays] = [await given.put("of the device"), await given.put("of another")];
  given.referenced.delete(gone);

  given.cleaner.devicesRemoved();
  expect(await given.cleaner.sweep()).toBe(0);
  given.time.now += grace;

  expect(await given.cleaner.sweep()).toBe(1);
  expect(await given.kept()).toEqual([stays]);
});

test("devices that are removed one after the other do not put it off for ever", async () => {
  await using given = await arrange();
  given.referenced.delete(await given.put("of a device"));

  let removed = 0;
  for (let step = 0; step < 20; step++) {
    given.cleaner.devicesRemoved();
    removed += await given.cleaner.sweep();
    given.time.now += grace / 2;
  }

  expect(removed).toBe(1);
});

test("a content that was replaced keeps its time when a device goes meanwhile", async () => {
  await using given = await arrange();
  const replaced = await given.put("replaced");
  given.referenced.delete(replaced);
  given.cleaner.devicesRemoved();
  given.time.now += grace - 1;
  given.cleaner.mayBeUnreferenced(replaced);
  given.time.now += 1;

  expect(await given.cleaner.sweep()).toBe(0);
  given.time.now += grace;
  expect(await given.cleaner.sweep()).toBe(1);
});
