import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { S3BlobStore } from "../../server/src/adapters/blobs/s3/s3-blob-store.ts";
import { S3Bucket } from "../../server/src/adapters/blobs/s3/s3-bucket.ts";
import { SqlContentClaims } from "../../server/src/adapters/sql/stores/content-claims.ts";
import type { BlobLease } from "../../server/src/core/files/index.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { placeAt, s3Store } from "../support/s3-store.ts";
import { quickFolder } from "../support/temp-folder.ts";

const removalMs = 10_000;
const dayMs = 24 * 3_600_000;

onEveryDatabase("[REL1, CLU5] contents that nodes put and remove in one S3", (open) => {
  /** Two nodes; `records` is what all of them know of files. */
  async function arrange(waitMs = 60_000) {
    const undo = new AsyncDisposableStack();
    const { database } = await open();
    const { server, keys } = undo.use(await s3Store());
    const time = { now: 1_000_000 };
    const records = new Set<string>();
    const node = () => {
      const claims = new SqlContentClaims(database, () => epochMs(time.now), { removalMs, waitMs });
      const store = new S3BlobStore(new S3Bucket(placeAt(server.endpoint)), undo.use(quickFolder()).path, 0, claims);
      undo.defer(() => store.close());
      return store;
    };
    const [first, second] = [node(), node()];
    await Promise.all([first.start(), second.start()]);
    const content = randomBytes(100_000);
    const put = (at: S3BlobStore) => at.put(Readable.from([content]), 1_000_000);
    return {
      ...{ server, keys, time, records, first, second, content, put },
      remove: (at: S3BlobStore, { sha256 }: BlobLease) =>
        at.removeUnreferenced([sha256], async (asked) => new Set(asked.filter((one) => records.has(one)))),
      readAt: async (at: S3BlobStore, lease: BlobLease) => buffer((await at.open(lease)).bytes),
      noted: async () => (await database.read.selectFrom("content_claims").selectAll().execute()).length,
      [Symbol.asyncDispose]: () => undo.disposeAsync(),
    };
  }

  test("one that is put at another node while it is being removed is put when it is gone", async () => {
    await using at = await arrange();
    const old = await at.put(at.first);
    old.release();
    await expect.poll(at.noted).toBe(0);
    const isAtWork = Promise.withResolvers<void>();
    const mayGo = Promise.withResolvers<void>();
    at.server.fault = async (method) => {
      if (method !== "DELETE") return undefined;
      isAtWork.resolve();
      await mayGo.promise;
      return undefined;
    };

    const removing = at.remove(at.first, old);
    await isAtWork.promise;
    const putting = at.put(at.second);
    await expect.poll(at.noted).toBe(2); // who removes it, and who wants it
    mayGo.resolve();
    const [removal, lease] = [await removing, await putting];
    at.records.add(lease.sha256);
    lease.release();

    expect(removal.removed).toEqual([old.sha256]);
    expect((await at.readAt(at.first, lease)).equals(at.content)).toBe(true);
    await expect.poll(at.noted).toBe(0);
  });

  test("one that another node has put and made no record of yet is left alone, and tried again later", async () => {
    await using at = await arrange();
    const lease = await at.put(at.second);
    expect(await at.remove(at.first, lease)).toEqual({ removed: [], busy: [lease.sha256] });
    at.records.add(lease.sha256);
    lease.release();
    await expect.poll(at.noted).toBe(0);
    expect(await at.remove(at.first, lease)).toEqual({ removed: [], busy: [] });
    at.records.clear();
    expect(await at.remove(at.first, lease)).toEqual({ removed: [lease.sha256], busy: [] });
    expect(at.keys().filter((key) => key.includes(lease.sha256))).toEqual([]);
  });

  test("one whose removal may be on its way still is not put, until it cannot be any more", async () => {
    await using at = await arrange(0);
    const old = await at.put(at.first);
    old.release();
    await expect.poll(at.noted).toBe(0);
    let failed = 0;
    at.server.fault = (method) => (method === "DELETE" && failed++ === 0 ? "fail" : undefined);
    expect((await at.remove(at.first, old)).removed).toEqual([old.sha256]);

    for (const node of [at.first, at.second])
      await expect(at.put(node)).rejects.toMatchObject({ code: "FILES_UNAVAILABLE" });
    at.time.now += removalMs;
    const lease = await at.put(at.second);
    expect((await at.readAt(at.first, lease)).equals(at.content)).toBe(true);
  });

  test("one that was to go with its last reader stays when another node has put it meanwhile", async () => {
    await using at = await arrange();
    const old = await at.put(at.first);
    old.release();
    await expect.poll(at.noted).toBe(0);
    const { bytes } = await at.first.open(old);
    await at.remove(at.first, old);
    await expect(at.first.open(old)).rejects.toMatchObject({ code: "FILE_CONTENT_MISSING" });
    const lease = await at.put(at.second);
    at.records.add(lease.sha256);
    lease.release();
    expect((await at.readAt(at.first, lease)).equals(at.content)).toBe(true);
    bytes.destroy();
    await once(bytes, "close");
    expect((await at.readAt(at.second, lease)).equals(at.content)).toBe(true);
    await expect.poll(at.noted).toBe(0);
    expect((await at.readAt(at.second, lease)).equals(at.content)).toBe(true);
  });

  test("one that a node that died was about to record goes a day later", async () => {
    await using at = await arrange();
    const lease = await at.put(at.second); // never let go of
    expect((await at.remove(at.first, lease)).busy).toEqual([lease.sha256]);
    at.time.now += dayMs;
    expect((await at.remove(at.first, lease)).removed).toEqual([lease.sha256]);
  });
});
