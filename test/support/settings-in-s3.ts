import { testBucket } from "./s3-objects.ts";
import { type S3Server, s3Keys } from "./s3-server.ts";

/** The settings of a node whose files are in an S3, below a prefix of its own. */
export const settingsInS3 = ({ endpoint }: Pick<S3Server, "endpoint">, prefix: string): Record<string, string> => ({
  ...{ HELIO_FILES_URL: `s3://${testBucket}/${prefix}`, HELIO_S3_ENDPOINT: endpoint },
  ...{ HELIO_S3_ACCESS_KEY: s3Keys.accessKeyId, HELIO_S3_SECRET_KEY: s3Keys.secretAccessKey },
});
