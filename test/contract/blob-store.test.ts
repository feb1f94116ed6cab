import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FsBlobStore } from "../../server/src/adapters/blobs/fs-blob-store.ts";
import type { OpenedContent } from "../../server/src/core/files/index.ts";
import { s3Store } from "../support/s3-store.ts";
import { quickFolder } from "../support/temp-folder.ts";
import { describeBlobStore } from "./blob-store-suite.ts";

const bytesOf = async ({ bytes }: OpenedContent): Promise<Buffer> => Buffer.concat(await bytes.toArray());
const unlimited = Number.POSITIVE_INFINITY;

async function* chunks(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

describeBlobStore("the file system", async () => {
  const folder = quickFolder();
  const store = new FsBlobStore(folder.path);
  await store.start();
  return {
    store,
    leftovers: () => readdir(join(folder.path, "incoming")),
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
});

describeBlobStore("S3", async () => {
  const home = await s3Store();
  const stray = () => home.keys().filter((key) => !/^(contents|sums)\/[0-9a-f]{64}$/.test(key));
  return {
    store: home.store,
    leftovers: async () => [
      ...(await readdir(join(home.folder.path, "incoming"))),
      ...home.server.objects.uploads.keys(),
      ...stray(),
    ],
    [Symbol.asyncDispose]: home[Symbol.asyncDispose],
  };
});

test("[FILE6] a start removes what a killed process left half-written, and nothing else", async () => {
  await using folder = quickFolder();
  const before = new FsBlobStore(folder.path);
  await before.start();
  const { sha256: hash } = await before.put(chunks(Buffer.from("whole")), unlimited);
  await writeFile(join(folder.path, "incoming", "half"), "ha");

  const after = new FsBlobStore(folder.path);
  await after.start();

  expect(await readdir(join(folder.path, "incoming"))).toEqual([]);
  expect((await bytesOf(await after.open({ sha256: hash, size: 5 }))).toString()).toBe("whole");
});
