import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { S3BlobStore } from "../../server/src/adapters/blobs/s3/s3-blob-store.ts";
import { S3Bucket } from "../../server/src/adapters/blobs/s3/s3-bucket.ts";
import { holdS3Contents } from "../../server/src/adapters/blobs/s3/s3-copy-hold.ts";
import { findS3Files, markS3Files } from "../../server/src/adapters/blobs/s3/s3-identity.ts";
import type { OpenedContent } from "../../server/src/core/files/index.ts";
import { startApp } from "../support/app.ts";
import { FaultyProxy } from "../support/faulty-proxy.ts";
import { fillInstallation, pictureOf } from "../support/filled-installation.ts";
import { ForeignS3, hasForeignS3 } from "../support/foreign-s3.ts";
import { helioHere } from "../support/helio-here.ts";
import { placeAt } from "../support/s3-store.ts";
import { settingsInS3 } from "../support/settings-in-s3.ts";
import { quickFolder } from "../support/temp-folder.ts";
import { describeBlobStore } from "./blob-store-suite.ts";

const bytesOf = async ({ bytes }: OpenedContent): Promise<Buffer> => Buffer.concat(await bytes.toArray());
const unlimited = Number.POSITIVE_INFINITY;
const large = randomBytes(20_000_000);

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

describe.skipIf(!hasForeignS3())("on a server of the S3 API that others wrote", () => {
  let [server, proxy]: [ForeignS3?, FaultyProxy?] = [];
  let count = 0;
  const endpoint = (): string => proxy?.endpoint ?? expect.unreachable();
  const prefixOfItsOwn = (): string => `installation ${++count}/`;

  beforeAll(async () => {
    server = await ForeignS3.start();
    proxy = await FaultyProxy.before(server.endpoint);
  });
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  async function open(prefix = prefixOfItsOwn()) {
    const folder = quickFolder();
    const bucket = new S3Bucket(placeAt(endpoint(), { prefix }));
    const store = new S3BlobStore(bucket, folder.path, 0);
    await store.start();
    /** Ends them, too. */
    const uploads = async () => Array.from({ length: await bucket.endUploads() }, () => "an upload");
    const leftovers = async () => [...(await readdir(join(folder.path, "incoming"))), ...(await uploads())];
    const dispose = async () => {
      if (proxy) proxy.fault = () => undefined;
      await store.close();
      await folder[Symbol.asyncDispose]();
    };
    return { store, bucket, uploads, leftovers, [Symbol.asyncDispose]: dispose };
  }

  describeBlobStore("versitygw", open);

  test("[FILE6] contents of many parts come back whole, from any byte to any other", async () => {
    await using home = await open();
    const lease = await home.store.put(whole(large), unlimited);

    expect((await bytesOf(await home.store.open(lease))).equals(large)).toBe(true);
    for (const [start, end] of [
      [0, 0],
      [8_388_607, 8_388_608],
      [5_000_001, 15_000_001],
      [19_999_999, 19_999_999],
    ] as const) {
      const part = await bytesOf(await home.store.open(lease, { start, end }));
      expect(part.equals(large.subarray(start, end + 1))).toBe(true);
    }
    await expect(home.store.verify(lease, async () => undefined)).resolves.toBeUndefined();
  });

  test("[FILE6] uploads that a killed process left are ended by the next start, and nobody else's", async () => {
    await using home = await open();
    await using other = await open();
    if (proxy) proxy.fault = (method, path) => (method !== "PUT" && path.includes("uploadId=") ? "refuse" : undefined);
    for (const { store } of [home, other])
      await expect(store.put(whole(large), unlimited)).rejects.toMatchObject({ code: "FILES_REFUSED" });
    if (proxy) proxy.fault = () => undefined;

    await home.store.start();

    expect(await home.uploads()).toEqual([]);
    expect(await other.uploads()).toHaveLength(1);
  });

  test("[CLU4] a 403 in the middle keeps nothing, says so, and later it is taken", async () => {
    await using home = await open();
    if (proxy) proxy.fault = (_, path) => (path.includes("partNumber=2") ? "refuse" : undefined);

    await expect(home.store.put(whole(large), unlimited)).rejects.toMatchObject({ code: "FILES_REFUSED" });

    expect(await home.leftovers()).toEqual([]);
    if (proxy) proxy.fault = () => undefined;
    expect(await Array.fromAsync(home.store.all())).toEqual([]);
    const lease = await home.store.put(whole(large), unlimited);
    expect((await bytesOf(await home.store.open(lease))).equals(large)).toBe(true);
  });

  test("[FILE6, REL5] answers that are cut are taken up again, and one that ends early each time is told", async () => {
    await using home = await open();
    const lease = await home.store.put(whole(large), unlimited);
    let answers = 0;
    if (proxy)
      proxy.fault = (method, path) =>
        method === "GET" && path.includes("contents/") && answers++ < 3 ? { cutAfter: 5_000_000 } : undefined;
    expect((await bytesOf(await home.store.open(lease))).equals(large)).toBe(true);
    expect(answers).toBeGreaterThan(3);

    if (proxy)
      proxy.fault = (method, path) =>
        method === "GET" && path.includes("contents/") ? { cutAfter: 1_000 } : undefined;
    await expect(home.store.open(lease).then(bytesOf)).rejects.toMatchObject({ code: "FILES_UNAVAILABLE" });
  });

  test("[CLU1, RUN10] of two installations in one place one is first; while somebody copies nothing goes", async () => {
    await using home = await open();
    const owners = await Promise.all(["one", "two"].map((id) => markS3Files(home.bucket, id)));
    const { id } = await findS3Files(home.bucket);
    expect(owners).toEqual([{ owner: id }, { owner: id }]);

    const { sha256, release } = await home.store.put(whole(Buffer.from("a")), unlimited);
    release();
    const none = async () => new Set<string>();
    {
      await using _copying = await holdS3Contents(home.bucket);
      expect(await home.store.removeUnreferenced([sha256], none)).toEqual({ removed: [], busy: [sha256] });
    }
    expect(await home.store.removeUnreferenced([sha256], none)).toEqual({ removed: [sha256], busy: [] });
  });

  test("[CLU1, REL4] a node has its files there, is backed up from there and restored to there", async () => {
    await using folder = quickFolder();
    const settings = (prefix: string) => ({
      ...settingsInS3({ endpoint: endpoint() }, prefix),
      HELIO_DATA_DIR: join(folder.path, prefix),
    });
    const backup = join(folder.path, "backup");
    await using app = await startApp(settings("one"));
    const filled = await fillInstallation(app);
    const picture = await pictureOf(app, filled);

    expect(await helioHere(["backup", backup], settings("one"))).toMatchObject({ code: 0, stderr: "" });
    expect(await helioHere(["restore", backup], settings("two"))).toMatchObject({ code: 0, stderr: "" });

    await using restored = await startApp(settings("two"));
    expect(await pictureOf(restored, filled)).toEqual(picture);
    await expect(startApp({ ...settings("one"), HELIO_DATA_DIR: join(folder.path, "another") })).rejects.toThrow(
      /hold the data of an installation/,
    );
  });
});
