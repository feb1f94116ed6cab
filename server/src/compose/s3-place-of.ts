import type { S3Place } from "../adapters/blobs/s3/s3-place.ts";
import type { Config } from "../settings/config.ts";

/** Where the settings say that contents are; undefined: in the data folder [CLU1]. */
export function s3PlaceOf(config: Config): S3Place | undefined {
  const { filesUrl, s3Endpoint, s3PathStyle, s3AccessKey, s3SecretKey } = config;
  if (filesUrl === undefined) return undefined;
  return {
    ...filesUrl,
    endpoint: s3Endpoint,
    region: config.s3Region,
    isPathStyle: s3PathStyle === undefined ? s3Endpoint !== undefined : s3PathStyle === "true",
    credentials:
      s3AccessKey === undefined || s3SecretKey === undefined
        ? undefined
        : { accessKeyId: s3AccessKey, secretAccessKey: s3SecretKey },
    silenceMs: config.filesTimeout,
    connections: config.filesConnections,
    connectionWaitMs: config.filesConnectionWait,
    unreadMs: config.filesUnread,
  };
}
