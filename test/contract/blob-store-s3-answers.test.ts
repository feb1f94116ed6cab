import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { S3BlobStore } from "../../server/src/adapters/blobs/s3/s3-blob-store.ts";
import { S3Bucket } from "../../server/src/adapters/blobs/s3/s3-bucket.ts";
import { aloneThere, contentBeingRemoved, type OpenedContent } from "../../server/src/core/files/index.ts";
import type { S3Fault } from "../support/s3-server.ts";
import { placeAt, s3Store } from "../support/s3-store.ts";

type Home = Awaited<ReturnType<typeof s3Store>>;

/** One that is read at once, and one that is read in pieces. */
const contents = [
  ["small", randomBytes(20_000)],
  ["large", randomBytes(3_000_000)],
] as const;
const unlimited = Number.POSITIVE_INFINITY;
const bytesOf = async ({ bytes }: OpenedContent): Promise<Buffer> => Buffer.concat(await bytes.toArray());

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** The first answers with bytes of a content are faulty, so many; tells how many were asked for. */
function faultyAnswers({ server }: Home, fault: S3Fault, count: number): { asked: number } {
  const seen = { asked: 0 };
  server.fault = (method, key) =>
    method === "GET" && key.includes("contents/") && seen.asked++ < count ? fault : undefined;
  return seen;
}

describe.for(contents)("a %s content", ([, bytes]) => {
  test.for(["missing", "short", "changed", "wrong total", "no total"] as const)(
    "[REL5, CLU4] whose first answer is %s is asked for once more, and is neither damaged nor missing",
    async (fault) => {
      await using home = await s3Store();
      const { sha256, size } = await home.store.put(whole(bytes), unlimited);

      faultyAnswers(home, fault, 1);
      expect((await bytesOf(await home.store.open({ sha256, size }))).equals(bytes)).toBe(true);
      faultyAnswers(home, fault, 1);
      await expect(home.store.verify({ sha256, size }, async () => undefined)).resolves.toBeUndefined();
    },
  );

  test("[CLU4] of which no answer tells the size has that of its record", async () => {
    await using home = await s3Store();
    const { sha256, size } = await home.store.put(whole(bytes), unlimited);

    faultyAnswers(home, "no total", unlimited);

    expect((await bytesOf(await home.store.open({ sha256, size }))).equals(bytes)).toBe(true);
  });

  test.for([
    ["missing", "FILE_CONTENT_MISSING"],
    ["changed", "FILE_CONTENT_DAMAGED"],
  ] as const)("[REL5] whose answers stay %s is told so after the second one", async ([fault, code]) => {
    await using home = await s3Store();
    const { sha256, size } = await home.store.put(whole(bytes), unlimited);

    const seen = faultyAnswers(home, fault, unlimited);

    await expect(home.store.open({ sha256, size }).then(bytesOf)).rejects.toMatchObject({ code });
    expect(seen.asked).toBe(2);
  });
});

/** Most of it is waiting for an S3 that says nothing: they do it together, each with a server and an `expect` of its own. */
describe.concurrent.for(contents)("a %s content", ([, bytes]) => {
  test.for(["cut", "stall"] as const)("[CLU4] whose answers %s is asked for three times", async (fault, { expect }) => {
    await using home = await s3Store();
    const { sha256, size } = await home.store.put(whole(bytes.subarray(0, 200_000)), unlimited);
    const impatient = new S3BlobStore(
      new S3Bucket(placeAt(home.server.endpoint, { silenceMs: 1_000 })),
      home.folder.path,
      0,
    );

    faultyAnswers(home, fault, 2);
    expect((await bytesOf(await impatient.open({ sha256, size }))).length).toBe(size);
    const seen = faultyAnswers(home, fault, unlimited);
    await expect(impatient.open({ sha256, size }).then(bytesOf)).rejects.toMatchObject({ code: "FILES_UNAVAILABLE" });

    expect(seen.asked).toBe(3);
    await impatient.close();
  });
});

test.for(["refuse", "fail"] as const)(
  "[CLU4] an S3 that answers %s stored nothing of an upload, and of a download that is not said",
  async (fault) => {
    await using home = await s3Store();
    const { sha256, size } = await home.store.put(whole(Buffer.from("a")), unlimited);
    home.server.fault = () => fault;
    const messageOf = (failing: Promise<unknown>) => failing.then(String, (error: Error) => error.message);

    expect(await messageOf(home.store.put(whole(Buffer.from("b")), unlimited))).toMatch(/[Nn]othing was stored/);
    expect(await messageOf(home.store.open({ sha256, size }))).toMatch(
      /^The place where files are kept does not (?!.*stored)/,
    );
  },
);

test("[CLU5] a content that is refused because it is being removed is refused in these words", async () => {
  await using home = await s3Store();
  const refusing = { ...aloneThere, claim: () => Promise.reject(contentBeingRemoved()) };
  const store = new S3BlobStore(home.bucket, home.folder.path, 0, refusing);

  await expect(store.put(whole(Buffer.from("a")), unlimited)).rejects.toThrow(contentBeingRemoved().message);

  await store.close();
});
