import type { PlaceLimits } from "./connection-places.ts";

/** Where in which S3 contents are, and who asks. Any server of the S3 API will do [CLU1]. */
export interface S3Place extends PlaceLimits {
  readonly bucket: string;
  /** What every key begins with: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Undefined: that of AWS for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** The bucket in the path and not in the host name, as most servers but AWS want it. */
  readonly isPathStyle: boolean;
  /** Undefined: as the AWS tools find them (environment, files, the role of the machine). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** A server that says nothing for so long is taken for unavailable. */
  readonly silenceMs: number;
}

/** For people: never a key. */
export const nameOf = ({ bucket, prefix, endpoint }: S3Place): string =>
  `s3://${bucket}/${prefix}${endpoint === undefined ? "" : ` at ${new URL(endpoint).host}`}`;
