import type { S3Bucket } from "./s3-bucket.ts";

/** The installation whose contents these are [RUN10]. */
const idKey = "installation-id";

export async function findS3Files(
  bucket: S3Bucket,
): Promise<{ readonly id: string | undefined; readonly isEmpty: boolean }> {
  const id = (await bucket.read(idKey))?.toString("utf8").trim();
  const isEmpty = id === undefined && !(await hasContents(bucket)) && (await findUnfinished(bucket)) === undefined;
  return { id, isEmpty };
}

/** Two installations that begin here at the same moment: one is first, the other is told whose it is [CLU1]. */
export async function markS3Files(bucket: S3Bucket, id: string): Promise<{ readonly owner: string }> {
  await bucket.create(idKey, Buffer.from(`${id}\n`));
  return { owner: (await bucket.read(idKey))?.toString("utf8").trim() ?? "" };
}

async function hasContents(bucket: S3Bucket): Promise<boolean> {
  for await (const names of bucket.keysBelow("contents/")) if (names.length > 0) return true;
  return false;
}

/** Says what is being put here, until all of it is: contents without an id that are somebody's unfinished work. */
const unfinishedKey = "unfinished";

export async function findUnfinished(bucket: S3Bucket): Promise<string | undefined> {
  return (await bucket.read(unfinishedKey))?.toString("utf8").trim();
}

export async function noteUnfinished(bucket: S3Bucket, what: string): Promise<void> {
  await bucket.write(unfinishedKey, Buffer.from(`${what}\n`));
}

export async function forgetUnfinished(bucket: S3Bucket): Promise<void> {
  await bucket.remove(unfinishedKey);
}
