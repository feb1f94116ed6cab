import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { findFiles, markFiles } from "../../adapters/blobs/files-identity.ts";
import { S3BlobStore } from "../../adapters/blobs/s3/s3-blob-store.ts";
import { S3Bucket } from "../../adapters/blobs/s3/s3-bucket.ts";
import { findS3Files, markS3Files } from "../../adapters/blobs/s3/s3-identity.ts";
import type { S3Place } from "../../adapters/blobs/s3/s3-place.ts";
import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { CommandError } from "../failure.ts";
import type { FilesTarget } from "./restore-backup.ts";

/** Contents, and what was found in them: a folder of the data folder each, and the beginning of keys in an S3. */
const folders = ["contents", "derived"] as const;
const attempts = 3;

/** Copies what is in an S3 into the folder that an embedded node has for files: backups have one form [REL4]. */
export async function copyFromS3(place: S3Place, to: string): Promise<void> {
  const bucket = new S3Bucket(place);
  try {
    for (const folder of folders) await copyFolder(bucket, folder, to);
    const { id } = await findS3Files(bucket);
    if (id !== undefined) await markFiles(to, id);
  } finally {
    bucket.close();
  }
}

async function copyFolder(bucket: S3Bucket, folder: string, to: string): Promise<void> {
  for await (const names of bucket.keysBelow(`${folder}/`)) {
    for (const name of names) await copyObject(bucket, `${folder}/${name}`, join(to, folder, name.slice(0, 2), name));
  }
}

/** One that is gone meanwhile is nobody's any more; one that cannot be fetched whole fails the backup. */
async function copyObject(bucket: S3Bucket, key: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt++) {
    const found = await bucket.get(key);
    if (!found) return;
    const copied = pipeline(found.bytes, createWriteStream(path, { mode: 0o600 }));
    const failure: unknown = await copied.catch((error: unknown) => error);
    if (failure === undefined && (await stat(path)).size === found.size) return;
    if (attempt === attempts) throw new CommandError(`${key} in ${bucket.name} could not be fetched whole; try again.`);
  }
}

/** The S3 that a restored node will use. It has to be an empty place, or this installation's. */
export function s3Target(place: S3Place): FilesTarget {
  return {
    requireUsable: async (backup) => {
      const { id } = await findFiles(new DataFolder(backup).files);
      const found = await withBucket(place, findS3Files);
      if (found.isEmpty || (found.id !== undefined && found.id === id)) return;
      throw new CommandError(
        "The S3 of HELIO_FILES_URL holds files of another installation. Nothing was changed. Name a prefix of its own.",
      );
    },
    take: async (staged) => {
      const { files } = new DataFolder(staged);
      if (existsSync(files)) await withBucket(place, (bucket) => upload(bucket, files));
    },
  };
}

async function withBucket<T>(place: S3Place, work: (bucket: S3Bucket) => Promise<T>): Promise<T> {
  const bucket = new S3Bucket(place);
  try {
    return await work(bucket);
  } finally {
    bucket.close();
  }
}

/** The id goes last: a place with one has everything. */
async function upload(bucket: S3Bucket, files: string): Promise<void> {
  const store = new S3BlobStore(bucket, files, 0);
  await store.start();
  for (const path of await filesBelow(join(files, "contents"))) {
    (await store.put(createReadStream(path), Number.POSITIVE_INFINITY)).release();
  }
  for (const path of await filesBelow(join(files, "derived"))) {
    const hash = /([0-9a-f]{64})\.channels$/.exec(path)?.[1];
    if (hash !== undefined) await store.keepDerived(hash);
  }
  const { id } = await findFiles(files);
  if (id !== undefined) await markS3Files(bucket, id);
  await store.close();
  await rm(files, { recursive: true });
}

async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
