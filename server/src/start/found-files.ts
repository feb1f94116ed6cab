import { findFiles, markFiles } from "../adapters/blobs/files-identity.ts";
import type { S3Bucket } from "../adapters/blobs/s3/s3-bucket.ts";
import { nameOf, type S3Place } from "../adapters/blobs/s3/s3-place.ts";
import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import { s3PlaceOf } from "../compose/s3-place-of.ts";
import { type FoundPlace, StartRefusedError } from "../core/installation/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Config } from "../settings/config.ts";

/** Where the contents of files are, for people. */
export function filesPlace(config: Config, folder: DataFolder): string {
  const place = s3PlaceOf(config);
  return place ? nameOf(place) : folder.files;
}

/** What is found there [RUN10]. A first start looks into the data folder, too: whichever holds some, it is none. */
export async function findFilesIn(config: Config, folder: DataFolder, isNew: boolean): Promise<readonly FoundPlace[]> {
  const place = s3PlaceOf(config);
  const inFolder = async (): Promise<FoundPlace> => ({
    ...{ kind: "files", name: folder.files },
    ...(await findFiles(folder.files)),
  });
  if (!place) return [await inFolder()];
  const found = await inS3(place, (bucket, { findS3Files }) => findS3Files(bucket));
  return [{ kind: "files", name: nameOf(place), ...found }, ...(isNew ? [await inFolder()] : [])];
}

/** Written down there, for good. */
export async function markFilesIn(config: Config, folder: DataFolder, id: string): Promise<void> {
  const place = s3PlaceOf(config);
  if (!place) return markFiles(folder.files, id);
  const { owner } = await inS3(place, (bucket, { markS3Files }) => markS3Files(bucket, id));
  if (owner === id) return;
  throw new StartRefusedError(
    `${nameOf(place)} belongs to another installation (${owner}), which began there at the same moment. Give this one a ` +
      "prefix of its own with HELIO_FILES_URL.",
  );
}

/** Loaded only where it is used: other nodes start sooner without it [RUN1]. */
async function inS3<T>(
  place: S3Place,
  work: (bucket: S3Bucket, identity: typeof import("../adapters/blobs/s3/s3-identity.ts")) => Promise<T>,
): Promise<T> {
  const [{ S3Bucket }, identity] = await Promise.all([
    import("../adapters/blobs/s3/s3-bucket.ts"),
    import("../adapters/blobs/s3/s3-identity.ts"),
  ]);
  const bucket = new S3Bucket(place);
  try {
    return await work(bucket, identity);
  } catch (error) {
    throw error instanceof AppError ? notReached(place, error) : error;
  } finally {
    bucket.close();
  }
}

/** In its own words, which name the reason: a wrong key, a bucket that is not there, a host nobody knows [RUN11]. */
const notReached = (place: S3Place, { details }: AppError): StartRefusedError =>
  new StartRefusedError(
    `The files of this installation are in ${nameOf(place)}, which cannot be used (${String(details["name"])}: ` +
      `${String(details["message"])}). Nothing was changed. Check HELIO_FILES_URL, HELIO_S3_ENDPOINT, the keys and ` +
      "their rights, and whether it runs.",
  );
