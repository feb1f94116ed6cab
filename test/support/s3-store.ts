import { S3BlobStore } from "../../server/src/adapters/blobs/s3/s3-blob-store.ts";
import { S3Bucket } from "../../server/src/adapters/blobs/s3/s3-bucket.ts";
import type { S3Place } from "../../server/src/adapters/blobs/s3/s3-place.ts";
import { testBucket } from "./s3-objects.ts";
import { S3Server, s3Keys } from "./s3-server.ts";
import { quickFolder } from "./temp-folder.ts";

const prefix = "an installation/";

export const placeAt = (endpoint: string, more: Partial<S3Place> = {}): S3Place => ({
  ...{ endpoint, bucket: testBucket, prefix, region: "us-east-1", isPathStyle: true, credentials: s3Keys },
  ...{ silenceMs: 60_000, connections: 50, connectionWaitMs: 60_000, unreadMs: 60_000, ...more },
});

/** A store of contents on a server of its own. */
export async function s3Store(more: Partial<S3Place> = {}) {
  const undo = new AsyncDisposableStack();
  const server = undo.use(await S3Server.start());
  const folder = undo.use(quickFolder());
  const bucket = new S3Bucket(placeAt(server.endpoint, more));
  const store = new S3BlobStore(bucket, folder.path, 0);
  undo.defer(() => store.close());
  await store.start();
  /** The objects below the prefix, without it. */
  const keys = () => [...server.objects.all.keys()].map((key) => key.replace(prefix, ""));
  return { server, folder, bucket, store, keys, prefix, [Symbol.asyncDispose]: () => undo.disposeAsync() };
}
