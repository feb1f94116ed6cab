import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { findFiles, markFiles } from "../../adapters/blobs/files-identity.ts";
import { S3Bucket } from "../../adapters/blobs/s3/s3-bucket.ts";
import { holdS3Contents } from "../../adapters/blobs/s3/s3-copy-hold.ts";
import {
  findS3Files,
  findUnfinished,
  forgetUnfinished,
  markS3Files,
  noteUnfinished,
} from "../../adapters/blobs/s3/s3-identity.ts";
import type { S3Place } from "../../adapters/blobs/s3/s3-place.ts";
import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { copyContents } from "../contents/copy-contents.ts";
import { FolderContents } from "../contents/folder-contents.ts";
import { inWordsOfS3, S3FileContents } from "../contents/s3-contents.ts";
import { CommandError } from "../failure.ts";
import type { FilesTarget } from "./restore-backup.ts";

const nothingBackedUp = "Nothing was backed up.";
const notRestored = "Nothing was changed but there, where the same restore goes on.";

/** From now on no node removes a content there, until it is disposed of: what the entities name stays. */
export async function holdS3(place: S3Place): Promise<AsyncDisposable> {
  const bucket = new S3Bucket(place);
  const hold = await inWordsOfS3(place, nothingBackedUp, () => holdS3Contents(bucket));
  return {
    [Symbol.asyncDispose]: async () => {
      await hold[Symbol.asyncDispose]();
      bucket.close();
    },
  };
}

/** Copies what is in an S3 into the folder that an embedded node has for files: backups have one form [REL4]. */
export async function copyFromS3(place: S3Place, to: string): Promise<void> {
  await using source = new S3FileContents(place, join(to, "passing"));
  await inWordsOfS3(place, nothingBackedUp, async () => {
    await copyContents(source, new FolderContents(to)); // what is damaged is named by who checks the copy [REL5]
    const { id } = await findS3Files(source.bucket);
    if (id !== undefined) await markFiles(to, id);
  });
}

/** The S3 that a restored node will use. It has to be an empty place, or this installation's. */
export function s3Target(place: S3Place): FilesTarget {
  return {
    requireUsable: (backup) => inWordsOfS3(place, "Nothing was changed.", () => requireOurs(place, backup)),
    take: async (staged) => {
      const { files } = new DataFolder(staged);
      if (existsSync(files)) await inWordsOfS3(place, notRestored, () => upload(place, files));
    },
  };
}

/** What a restore says of itself where it has begun: cut short, it goes on there when it is called again. */
const restoreOf = (id: string | undefined): string => `restore ${id}`;

async function requireOurs(place: S3Place, backup: string): Promise<void> {
  const { id } = await findFiles(new DataFolder(backup).files);
  const bucket = new S3Bucket(place);
  try {
    const found = await findS3Files(bucket);
    if (found.isEmpty || (found.id !== undefined && found.id === id)) return;
    if (found.id === undefined && (await findUnfinished(bucket)) === restoreOf(id)) return;
  } finally {
    bucket.close();
  }
  throw new CommandError(
    "The S3 of HELIO_FILES_URL holds files of another installation. Nothing was changed. Name a prefix of its own.",
  );
}

/** The id goes last: a place with one has everything. */
async function upload(place: S3Place, files: string): Promise<void> {
  const { id } = await findFiles(files);
  await using target = new S3FileContents(place, join(files, "passing"));
  await target.start();
  await noteUnfinished(target.bucket, restoreOf(id));
  await copyContents(new FolderContents(files), target); // one that was damaged before is named in the backup
  if (id !== undefined) await markS3Files(target.bucket, id);
  await forgetUnfinished(target.bucket);
  await rm(files, { recursive: true });
}
