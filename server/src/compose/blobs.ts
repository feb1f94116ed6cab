import type { Logger } from "pino";
import { FsBlobStore } from "../adapters/blobs/fs-blob-store.ts";
import type { S3BlobStore } from "../adapters/blobs/s3/s3-blob-store.ts";
import type { S3Place } from "../adapters/blobs/s3/s3-place.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlContentClaims } from "../adapters/sql/stores/content-claims.ts";
import type { ContentClaims } from "../core/files/index.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";
import { s3PlaceOf } from "./s3-place-of.ts";

/** The contents of files, where the settings say that they are; ready for use [CLU1]. */
export async function composeBlobs(
  config: Config,
  folder: string,
  { database, clock, logger }: Around,
): Promise<FsBlobStore | S3BlobStore> {
  const place = s3PlaceOf(config);
  if (!place) {
    const blobs = new FsBlobStore(folder);
    await blobs.start();
    return blobs;
  }
  const times = { removalMs: doubtFactor * place.silenceMs, waitMs: place.silenceMs };
  const claims = new SqlContentClaims(database, clock, times);
  const blobs = await inS3(place, folder, config.filesCache, claims);
  await blobs.start({ isAlone: config.natsUrl === undefined, onLeft: tellLeft(logger) });
  return blobs;
}

/** What a node of several left alone when it started, and what nodes that are gone left since. */
export async function endAbandonedUploads(blobs: FsBlobStore | S3BlobStore, logger: Logger): Promise<void> {
  if ("endAbandonedUploads" in blobs) await blobs.endAbandonedUploads().catch(tellLeft(logger));
}

const tellLeft = (logger: Logger) => (error: unknown) => logger.warn({ err: error }, leftText);

const leftText = "uploads that were cut short may be left in the S3: it did not let them be listed and ended";

interface Around {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A request that nobody answered for so long, three times over, may reach the S3 later than that. */
const doubtFactor = 10;

/** Loaded only where it is used: other nodes start sooner without it [RUN1]. */
async function inS3(place: S3Place, folder: string, cacheBytes: number, claims: ContentClaims): Promise<S3BlobStore> {
  const [{ S3BlobStore }, { S3Bucket }] = await Promise.all([
    import("../adapters/blobs/s3/s3-blob-store.ts"),
    import("../adapters/blobs/s3/s3-bucket.ts"),
  ]);
  return new S3BlobStore(new S3Bucket(place), folder, cacheBytes, claims);
}
