import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { S3BlobStore } from "../../server/src/adapters/blobs/s3/s3-blob-store.ts";
import { S3Bucket } from "../../server/src/adapters/blobs/s3/s3-bucket.ts";
import { holdS3Contents, S3CopyHolds } from "../../server/src/adapters/blobs/s3/s3-copy-hold.ts";
import { findS3Files, markS3Files, noteUnfinished } from "../../server/src/adapters/blobs/s3/s3-identity.ts";
import { composeBlobs } from "../../server/src/compose/blobs.ts";
import type { OpenedContent } from "../../server/src/core/files/index.ts";
import { systemClock } from "../../server/src/kernel/time.ts";
import { readConfig } from "../../server/src/settings/config.ts";
import { mostly } from "../support/at-length.ts";
import { openSqliteDatabase } from "../support/databases.ts";
import { s3Keys } from "../support/s3-server.ts";
import { placeAt, s3Store } from "../support/s3-store.ts";
import { settingsInS3 } from "../support/settings-in-s3.ts";

type Home = Awaited<ReturnType<typeof s3Store>>;

const unlimited = Number.POSITIVE_INFINITY;
/** Of two parts, and of one. */
const [large, middle] = [randomBytes(9_000_000), randomBytes(3_000_000)];
const bytesOf = async ({ bytes }: OpenedContent): Promise<Buffer> => Buffer.concat(await bytes.toArray());

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

async function expectNothingLeft({ server, folder, keys }: Home): Promise<void> {
  expect(await readdir(join(folder.path, "incoming"))).toEqual([]);
  expect(server.objects.uploads.size).toBe(0);
  expect(keys().filter((key) => key.startsWith("contents/"))).toEqual([]);
}

const clusterSettings = {
  HELIO_NATS_URL: "nats://127.0.0.1:4222",
  HELIO_DATABASE_URL: "postgres://127.0.0.1/heliograph",
  HELIO_SECRET: "a-secret-for-all-nodes",
};

const content = ({ sha256, size }: { readonly sha256: string; readonly size: number }) => ({ sha256, size });

describe("an S3 in trouble", () => {
  const faults = [
    ["refuses", "refuse", "FILES_REFUSED"],
    ["fails", "fail", "FILES_UNAVAILABLE"],
  ] as const;
  test.for(mostly(faults, 1))(
    "[CLU4, FILE6] that %s a part keeps nothing of the content, and takes it later",
    async ([, fault, code]) => {
      await using home = await s3Store();
      home.server.fault = (_, key) => (key.includes("partNumber=2") ? fault : undefined);

      await expect(home.store.put(whole(large), unlimited)).rejects.toMatchObject({ code, fault: "busy" });

      await expectNothingLeft(home);
      home.server.fault = () => undefined;
      const lease = await home.store.put(whole(large), unlimited);
      expect((await bytesOf(await home.store.open(content(lease)))).equals(large)).toBe(true);
    },
  );

  test("[CLU4] that fails a part for a moment is sent all of it again", async () => {
    await using home = await s3Store();
    let failed = 0;
    home.server.fault = (_, key) => (key.includes("partNumber=2") && failed++ === 0 ? "fail" : undefined);

    const lease = await home.store.put(whole(large), unlimited);

    expect(failed).toBe(2);
    expect((await bytesOf(await home.store.open(content(lease)))).equals(large)).toBe(true);
  });

  test("[CLU4] that says nothing is told so, and keeps nothing", async () => {
    await using home = await s3Store();
    home.server.fault = () => "silent"; // from the first request of the impatient one on: a slow machine answers none late
    const impatient = new S3BlobStore(
      new S3Bucket(placeAt(home.server.endpoint, { silenceMs: 300 })),
      home.folder.path,
      0,
    );

    await expect(impatient.put(whole(middle), unlimited)).rejects.toMatchObject({ code: "FILES_UNAVAILABLE" });

    await impatient.close();
    await expectNothingLeft(home);
  });

  test("[CLU4] that has no such bucket is no S3 without that content", async () => {
    await using home = await s3Store({ bucket: "another" });

    await expect(home.store.open({ sha256: "0".repeat(64), size: 1 })).rejects.toMatchObject({
      ...{ code: "FILES_UNAVAILABLE", details: { name: "NoSuchBucket" } },
    });
  });

  test("[FILE6] whose answers are cut is asked for the rest, while whole pieces come", async () => {
    await using home = await s3Store();
    const lease = await home.store.put(whole(middle), unlimited);
    let cuts = 0;
    home.server.fault = (method, key) =>
      method === "GET" && key.includes("contents/") && cuts++ < 2 ? "cut" : undefined;

    expect((await bytesOf(await home.store.open(content(lease)))).equals(middle)).toBe(true);

    expect(cuts).toBeGreaterThan(2);
    home.server.fault = (method, key) => (method === "GET" && key.includes("contents/") ? "cut" : undefined);
    const reading = home.store.open(content(lease)).then(bytesOf);
    await expect(reading).rejects.toMatchObject({ code: "FILES_UNAVAILABLE" });
  });

  test("[REL1] that keeps fewer bytes than it was sent has taken nothing", async () => {
    await using home = await s3Store();
    const { all } = home.server.objects;
    const keep = all.set.bind(all);
    all.set = (key, body) => keep(key, body.subarray(0, 1_000));

    await expect(home.store.put(whole(middle), unlimited)).rejects.toMatchObject({ code: "FILES_UNAVAILABLE" });
  });

  test("[REL5] that changed or shortened a content lets nothing of it out", async () => {
    await using home = await s3Store();
    const lease = content(await home.store.put(whole(middle), unlimited));
    const key = `${home.prefix}contents/${lease.sha256}`;
    const kept = home.server.objects.all.get(key) ?? Buffer.alloc(0);
    const changed = Buffer.from(kept);
    changed.writeUInt8(changed.readUInt8(1_000_000) ^ 1, 1_000_000);

    home.server.objects.all.set(key, changed);
    await expect(home.store.open(lease).then(bytesOf)).rejects.toMatchObject({ code: "FILE_CONTENT_DAMAGED" });
    await expect(home.store.verify(lease, async () => undefined)).rejects.toMatchObject({
      code: "FILE_CONTENT_DAMAGED",
    });
    home.server.objects.all.set(key, kept.subarray(0, 2_000_000));
    await expect(home.store.open(lease)).rejects.toMatchObject({ code: "FILE_CONTENT_DAMAGED" });
    home.server.objects.all.delete(key);
    await expect(home.store.open(lease)).rejects.toMatchObject({ code: "FILE_CONTENT_MISSING" });
  });

  test("[REL5] that lost the sums of a content has them made again from it", async () => {
    await using home = await s3Store();
    const lease = content(await home.store.put(whole(middle), unlimited));
    const sums = `${home.prefix}sums/${lease.sha256}`;
    const kept = home.server.objects.all.get(sums);

    home.server.objects.all.set(sums, Buffer.from("nonsense"));

    expect((await bytesOf(await home.store.open(lease))).equals(middle)).toBe(true);
    expect(home.server.objects.all.get(sums)).toEqual(kept);
  });

  test("[SEC1] what is told of its refusals holds no key", async () => {
    await using home = await s3Store();
    home.server.fault = () => "refuse";

    const error: unknown = await home.store.put(whole(middle), unlimited).catch((failure: unknown) => failure);

    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(
      new RegExp(`${s3Keys.secretAccessKey}|${s3Keys.accessKeyId}|Signature=`),
    );
  });
});

test("[FILE6] a content that is being sent has no name on the disk: a process that is killed then leaves nothing there", async () => {
  await using home = await s3Store();
  const left: (readonly string[])[] = [];
  home.server.fault = async (_, key) => {
    if (key.includes("contents/")) left.push(await readdir(join(home.folder.path, "incoming")));
    return undefined;
  };

  const lease = await home.store.put(whole(large), unlimited);

  expect(left.length).toBe(5); // begun, two parts, ended, its size
  expect(left.flat()).toEqual([]);
  expect((await bytesOf(await home.store.open(content(lease)))).equals(large)).toBe(true);
});

test("[FILE6] a start ends the uploads that a killed process left, and nobody else's", async () => {
  await using home = await s3Store();
  const { uploads } = home.server.objects;
  uploads.set("left", { key: `${home.prefix}contents/half`, parts: new Map() });
  uploads.set("another's", { key: "another installation/contents/half", parts: new Map() });

  const next = new S3BlobStore(new S3Bucket(placeAt(home.server.endpoint)), home.folder.path, 0);
  await next.start();
  await next.close();

  expect([...uploads.keys()]).toEqual(["another's"]);
});

test("[CLU4, FILE6] a node that joins others ends what nobody sends any more, and none of the uploads of the others", async () => {
  await using home = await s3Store();
  const { uploads } = home.server.objects;
  const key = `${home.prefix}contents/half`;
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
  uploads.set("old", { key, initiated: daysAgo(1.1), parts: new Map() });
  uploads.set("of a slow node", { key, initiated: daysAgo(0.9), parts: new Map() });
  uploads.set("of unknown age", { key, parts: new Map() });
  let isJoined = false;
  home.server.fault = async (_, asked) => {
    if (isJoined || !asked.includes("partNumber=2")) return undefined;
    isJoined = true;
    const joining = new S3BlobStore(new S3Bucket(placeAt(home.server.endpoint)), home.folder.path, 0);
    await joining.start({ isAlone: false });
    await joining.close();
    return undefined;
  };

  const lease = await home.store.put(whole(large), unlimited);

  expect((await bytesOf(await home.store.open(content(lease)))).equals(large)).toBe(true);
  expect([...uploads.keys()]).toEqual(["of a slow node", "of unknown age"]);
  uploads.set("of a slow node", { key, initiated: daysAgo(1.1), parts: new Map() });
  await home.store.endAbandonedUploads();
  expect([...uploads.keys()]).toEqual(["of unknown age"]);
});

test.for([
  ["alone", {}, []],
  ["one of several", clusterSettings, ["of a moment ago"]],
] as const)(
  "[CLU4, FILE6] a node that is %s starts with what its settings say of the others",
  async ([, more, left]) => {
    await using home = await s3Store();
    await using opened = await openSqliteDatabase();
    const [{ database }, logger] = [opened, pino({ level: "silent" })];
    const { uploads } = home.server.objects;
    uploads.set("of a moment ago", { key: "one/contents/half", initiated: new Date(), parts: new Map() });
    const { config } = readConfig([], { ...settingsInS3(home.server, "one"), ...more });

    const blobs = await composeBlobs(config, home.folder.path, { database, clock: systemClock, logger });
    await blobs.close();

    expect([...uploads.keys()]).toEqual(left);
  },
);

test("[CLU1, RUN10] of two installations that begin in one bucket one is first, and both know whose it is", async () => {
  await using home = await s3Store();
  expect(await findS3Files(home.bucket)).toEqual({ id: undefined, isEmpty: true });

  const owners = await Promise.all(["one", "two"].map((id) => markS3Files(home.bucket, id)));

  const found = await findS3Files(home.bucket);
  expect(["one", "two"]).toContain(found.id);
  expect(owners).toEqual([{ owner: found.id }, { owner: found.id }]);
});

test("[RUN10] contents without an id are somebody's", async () => {
  await using home = await s3Store();
  (await home.store.put(whole(Buffer.from("a")), unlimited)).release();

  expect(await findS3Files(home.bucket)).toEqual({ id: undefined, isEmpty: false });
});

test("[RUN10] a place in which something is unfinished is nobody's to begin in", async () => {
  await using home = await s3Store();
  await noteUnfinished(home.bucket, "restore one");

  expect(await findS3Files(home.bucket)).toEqual({ id: undefined, isEmpty: false });
});

test("[REL4] while somebody copies, no node removes a content, and a copy that was killed holds nothing for long", async () => {
  await using home = await s3Store();
  const { sha256, release } = await home.store.put(whole(Buffer.from("a")), unlimited);
  release();
  const none = async () => new Set<string>();
  const time = { now: 0 };
  const holds = new S3CopyHolds(home.bucket, () => time.now);

  await holdS3Contents(home.bucket); // of a process that is gone before it could end it
  {
    await using _copying = await holdS3Contents(home.bucket);
    expect(await home.store.removeUnreferenced([sha256], none)).toEqual({ removed: [], busy: [sha256] });
    expect(await holds.areThere()).toBe(true);
  }
  expect(await holds.areThere()).toBe(true);
  time.now += 60_000;
  expect(await holds.areThere()).toBe(false);

  expect(await home.store.removeUnreferenced([sha256], none)).toEqual({ removed: [sha256], busy: [] });
  expect(home.keys()).toEqual([]);
});

test("[REL4] a copy that begins while the records are asked has seen them as they were, or keeps what they name", async () => {
  await using home = await s3Store();
  const { sha256, release } = await home.store.put(whole(Buffer.from("a")), unlimited);
  release();
  await using undo = new AsyncDisposableStack();

  const removal = await home.store.removeUnreferenced([sha256], async () => {
    undo.use(await holdS3Contents(home.bucket));
    return new Set();
  });

  expect(removal).toEqual({ removed: [], busy: [sha256] });
});
